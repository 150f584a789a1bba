import { queryOptions } from '@tanstack/react-query';
import { answered, api, callTool } from './client.ts';

const crawlPath = '/v1/tools/crawl_site';
const refreshMs = 5_000;

export const crawlQueries = {
  /** Newest first; asked again as long as one is not over. */
  crawls: queryOptions({
    queryKey: ['crawls'],
    queryFn: () => answered(api.GET('/v1/me/crawls')),
    refetchInterval: ({ state }) =>
      state.data?.some(({ ended_at }) => ended_at === null) ? refreshMs : false,
  }),
};

export const beginCrawl = (domain: string, max_pages: number) =>
  callTool(crawlPath, { domain, max_pages }, crypto.randomUUID(), AbortSignal.timeout(60_000));

export type CrawlChange = 'pause' | 'resume' | 'cancel';

const at = (crawl_id: string) => ({ params: { path: { crawl_id } } });

export function changeCrawl(id: string, wanted: CrawlChange) {
  if (wanted === 'pause') return answered(api.POST('/v1/me/crawls/{crawl_id}/pause', at(id)));
  if (wanted === 'resume') return answered(api.POST('/v1/me/crawls/{crawl_id}/resume', at(id)));
  return answered(api.POST('/v1/me/crawls/{crawl_id}/cancel', at(id)));
}

export const removeCrawl = (id: string) => answered(api.DELETE('/v1/me/crawls/{crawl_id}', at(id)));

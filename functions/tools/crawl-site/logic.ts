import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer, suggestAnywhere } from '#shared/facts/answers/answer.ts';
import type { ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { crawlSite as contract } from './contract.ts';

export async function crawlSite(
  { domain, max_pages: maxPages, crawl_id: crawlId, compared_to: comparedTo }: ToolInput<typeof contract>,
  { sources: { crawls }, requestId, now }: Pick<ToolContext, 'sources' | 'requestId' | 'now'>,
): Promise<ToolAnswer<ToolData<typeof contract>>> {
  if (!crawls) throw new ServiceError('no_live_source', 'Nothing here runs crawls. Nothing was charged.');
  const { crawl, warnings } =
    crawlId === undefined
      ? await crawls.begin({ domain, maxPages, comparedTo, requestId, now })
      : await crawls.get(crawlId);
  const isOver = crawl.ended_at !== null;
  return answer({
    asked: [],
    data: crawl,
    statements: [],
    warnings,
    shown: {
      rows: 1,
      total: 1,
      asOf: isoTime(now),
      note: isOver ? 'The crawl is over. Its lists have every page and fault.' : 'The crawl is under way.',
    },
    suggestions: isOver
      ? []
      : [
          {
            ...suggestAnywhere(
              'crawl_site',
              { domain, crawl_id: crawl.id },
              'To see how far it is, in a few minutes.',
            ),
            credits: 0,
          },
        ],
  });
}

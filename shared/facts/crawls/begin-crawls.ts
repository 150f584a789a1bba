import { creditsPerHundred } from '#shared/contract/crawls.ts';
import type { Crawls, ToldCrawl } from '#shared/facts/ports/sources.ts';
import { planSite } from '#shared/facts/sample/site-plan.ts';
import { sampleNotice } from '#shared/facts/stored-index/questions/domain-head.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import {
  type CrawlStore,
  isCrawlId,
  type KeptCrawl,
  toCrawlRecord,
  type VersionedCrawl,
} from './crawl-store.ts';

export const creditsFor = (pages: number) => Math.ceil(pages / 100) * creditsPerHundred;

export function crawlsOf(openStore: () => CrawlStore, accountId: string): Crawls {
  return {
    async begin({ domain, maxPages, comparedTo, requestId, now }) {
      const isSample = planSite(domain) !== undefined;
      if (!screenUrl(`https://${domain}/`, undefined, () => isSample).ok)
        throw new ServiceError(
          'unsafe_target',
          `${domain} is not a site of the public web, so it is not read. Nothing was charged.`,
        );
      const store = openStore();
      if (comparedTo !== undefined) await requireComparable(store, accountId, { domain, id: comparedTo });
      const crawl = {
        ...{ id: newId('crl', now), domain, maxPages, requestId, createdAt: now },
        ...({ status: 'queued', phase: 'begin', held: creditsFor(maxPages), endedAt: null } as const),
        ...{ parts: [], progress: null, pages: 0, waiting: 0, failures: 0, faults: 0 },
        ...{ waitUntil: null, message: null, charged: null, comparedTo },
      };
      return told(await store.create(accountId, crawl));
    },
    async get(id) {
      const found = isCrawlId(id) ? await openStore().find(accountId, id) : undefined;
      if (found) return told(found);
      throw new ServiceError(
        'not_found',
        'This account has no such crawl. GET /v1/me/crawls lists the ids. Nothing was charged.',
      );
    },
  };
}

async function requireComparable(
  store: CrawlStore,
  accountId: string,
  { domain, id }: Pick<KeptCrawl, 'domain' | 'id'>,
): Promise<void> {
  const found = await store.find(accountId, id);
  if (found?.crawl.domain === domain && found.result) return;
  throw new ServiceError(
    'validation_error',
    `compared_to: ${id} is no crawl of ${domain} with a result. GET /v1/me/crawls lists them; without compared_to the best one is taken. Nothing was charged.`,
    {
      faults: [
        {
          pointer: '/compared_to',
          loc: ['body', 'compared_to'],
          type: 'value',
          message: `Send a crawl of ${domain} that is over.`,
        },
      ],
    },
  );
}

function told(kept: VersionedCrawl): ToldCrawl {
  const crawl = toCrawlRecord(kept);
  return { crawl, warnings: planSite(crawl.domain) ? [sampleNotice] : [] };
}

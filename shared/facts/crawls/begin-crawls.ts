import { creditsPerHundred } from '#shared/contract/crawls.ts';
import type { Crawls, ToldCrawl } from '#shared/facts/ports/sources.ts';
import { planSite } from '#shared/facts/sample/site-plan.ts';
import { sampleNotice } from '#shared/facts/stored-index/questions/domain-head.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import { type CrawlStore, isCrawlId, toCrawlRecord, type VersionedCrawl } from './crawl-store.ts';

export const creditsFor = (pages: number) => Math.ceil(pages / 100) * creditsPerHundred;

export function crawlsOf(openStore: () => CrawlStore, accountId: string): Crawls {
  return {
    async begin({ domain, maxPages, requestId, now }) {
      const isSample = planSite(domain) !== undefined;
      if (!screenUrl(`https://${domain}/`, undefined, () => isSample).ok)
        throw new ServiceError(
          'unsafe_target',
          `${domain} is not a site of the public web, so it is not read. Nothing was charged.`,
        );
      const crawl = {
        ...{ id: newId('crl', now), domain, maxPages, requestId, createdAt: now },
        ...({ status: 'queued', phase: 'begin', held: creditsFor(maxPages), endedAt: null } as const),
        ...{ parts: [], progress: null, pages: 0, waiting: 0, failures: 0, faults: 0 },
        ...{ waitUntil: null, message: null, charged: null },
      };
      return told(await openStore().create(accountId, crawl));
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

function told(kept: VersionedCrawl): ToldCrawl {
  const crawl = toCrawlRecord(kept);
  return { crawl, warnings: planSite(crawl.domain) ? [sampleNotice] : [] };
}

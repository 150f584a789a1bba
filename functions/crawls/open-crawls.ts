import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { crawlsOf } from '#shared/facts/crawls/begin-crawls.ts';
import { createCrawlStore } from '#shared/facts/crawls/crawl-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';

/** What one account may do with its crawls by a call. */
export const openCrawls = (foundation: Foundation, accountId: string) =>
  crawlsOf(() => createCrawlStore(createIndexTable(indexOptions(foundation))), accountId);

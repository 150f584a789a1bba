import type { Foundation } from '#functions/foundation.ts';
import { lowBalance } from '#functions/maintenance/low-balance.ts';
import { createUploadStore } from '#shared/facts/imports/uploads/upload-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { GuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { type CrawlThreadSettings, createCrawlRuns } from './crawls/crawl-runs.ts';
import { createDeliveries } from './deliveries.ts';
import { createImportRuns } from './imports/import-runs.ts';
import type { ImportThreadSettings } from './imports/import-thread.ts';

interface BackgroundSettings {
  readonly imports: ImportThreadSettings;
  readonly crawls: CrawlThreadSettings;
  /** Reaches receivers of events. */
  readonly receivers: GuardedFetcher;
}

/** What functions of their own do when deployed, beside the calls of this process: imports of uploads, mails of low balances. */
export function createBackgroundRuns(
  foundation: () => Foundation,
  { receivers, imports: settings, crawls }: BackgroundSettings,
) {
  const mails = new Set<Promise<unknown>>();
  const deliveries = createDeliveries(foundation);
  const crawlRuns = createCrawlRuns(crawls, foundation);
  let imports: ReturnType<typeof createImportRuns> | undefined;
  function openImports() {
    const { documents, tables, clock, logger } = foundation();
    const uploads = createUploadStore(createIndexTable({ documents, table: tables.index }), clock);
    return createImportRuns({ settings, uploads, clock, logger });
  }
  return {
    starts: {
      async startImport(order: Parameters<Foundation['startImport']>[0]): Promise<void> {
        imports ??= openImports();
        imports.start(order);
      },
      async tellAccount(fallen: Parameters<Foundation['tellAccount']>[0]): Promise<void> {
        const told = lowBalance(foundation())(fallen).catch((cause: unknown) =>
          foundation().logger.error('low balance not told', { cause }),
        );
        mails.add(told);
        void told.finally(() => mails.delete(told));
      },
      queueDeliveries: deliveries.queue,
      crawlRuns: crawlRuns.run,
      receivers,
    },
    async close(): Promise<void> {
      await Promise.all([imports?.close(), crawlRuns.close(), deliveries.close(), ...mails]);
      await receivers.close();
    },
  };
}

import { deliver } from '#functions/destinations/deliver.ts';
import type { Foundation } from '#functions/foundation.ts';
import { lowBalance } from '#functions/maintenance/low-balance.ts';
import { scheduledFunctions } from '#functions/service.ts';
import { type CrawlThreadSettings, createCrawlRuns } from '#local/crawls/crawl-runs.ts';
import { createExpiredItemDeletion, deleteExpiredFiles } from '#local/data/delete-expired.ts';
import { loadFunction } from '#local/http/router.ts';
import { createImportRuns } from '#local/imports/import-runs.ts';
import type { ImportThreadSettings } from '#local/imports/import-thread.ts';
import { createUploadStore } from '#shared/facts/imports/uploads/upload-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { GuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';

type Order = Parameters<Foundation['queueDeliveries']>[0][number];

/** Tries at once, and of them those of one account: so many that hang keep no other account waiting. */
const most = 16;
const mostOfAccount = 4;

/** What SQS and the function behind it do when deployed: one try after the other for each destination, some side by side. */
function createDeliveries(foundation: () => Foundation) {
  const waiting: Order[] = [];
  const running = new Map<Order, Promise<void>>();
  let send: ReturnType<typeof deliver> | undefined;
  const isFree = ({ account_id, destination_id }: Order) => {
    const others = [...running.keys()].filter((one) => one.account_id === account_id);
    return others.length < mostOfAccount && !others.some((one) => one.destination_id === destination_id);
  };
  const run = async (order: Order): Promise<void> => {
    send ??= deliver(foundation());
    await send({ Records: [{ messageId: order.delivery_id, body: JSON.stringify(order) }] }).catch(
      (cause: unknown) => foundation().logger.error('delivery failed', { cause }),
    );
    running.delete(order);
    next();
  };
  const next = () => {
    for (let at = 0; at < waiting.length && running.size < most; ) {
      const order = waiting[at];
      if (order && isFree(order)) {
        waiting.splice(at, 1);
        running.set(order, run(order));
      } else at += 1;
    }
  };
  return {
    async queue(orders: readonly Order[]): Promise<void> {
      waiting.push(...orders);
      next();
    },
    /** What waits is due again by itself. */
    async close(): Promise<void> {
      waiting.length = 0;
      await Promise.all(running.values());
    },
  };
}

interface BackgroundSettings {
  readonly imports: ImportThreadSettings;
  readonly crawls: CrawlThreadSettings;
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

interface Task {
  readonly name: string;
  readonly everyMinutes: number;
  run(): Promise<unknown>;
}

/** What runs by itself when deployed, on a timer here. `runNow` runs all of it once more, ahead of the timer. */
export function startSchedules(foundation: Foundation, objectsFolder: string) {
  const started = tasksOf(foundation, objectsFolder).map((task) => start(task, foundation));
  return {
    async runNow(): Promise<void> {
      await Promise.all(started.map(({ attempt }) => attempt()));
    },
    async stop(): Promise<void> {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

/**
 * Every function of the clock as often as on AWS, but the canary, which has an account there alone, and what
 * watches its secret store; what expires, S3 and DynamoDB delete themselves.
 */
function tasksOf(foundation: Foundation, objectsFolder: string): Task[] {
  const { documents, tables, clock } = foundation;
  const tasks = scheduledFunctions.flatMap((scheduled): Task[] => {
    const { name, everyMinutes, grants, seesSecrets } = scheduled;
    if (everyMinutes === undefined || seesSecrets || grants.secrets?.includes('canary')) return [];
    const run = async () => (await loadFunction<() => Promise<unknown>>(scheduled, foundation))();
    return [{ name, everyMinutes, run }];
  });
  const deleteExpiredItems = createExpiredItemDeletion({ documents, tables, clock });
  const tidy = () => Promise.all([deleteExpiredFiles(objectsFolder), deleteExpiredItems()]);
  return [...tasks, { name: 'delete-what-expired', everyMinutes: 5, run: tidy }];
}

/** The first run is at once: what a killed server left is given back without waiting. */
function start({ name, everyMinutes, run }: Task, { logger }: Foundation) {
  const attempt = () =>
    run().then(
      () => {},
      (cause: unknown) => logger.error('scheduled work failed', { name, cause }),
    );
  let running = attempt();
  const timer = setInterval(() => {
    running = attempt();
  }, everyMinutes * 60_000);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { attempt, stop };
}

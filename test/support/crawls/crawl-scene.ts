import { runCrawlsNow } from '#functions/crawls/run-crawls.ts';
import { beginCall } from '#shared/calls/call.ts';
import { reportCall } from '#shared/calls/record-call.ts';
import { creditsFor } from '#shared/facts/crawls/begin-crawls.ts';
import { createCrawlStore, type KeptCrawl, toCrawlRecord } from '#shared/facts/crawls/crawl-store.ts';
import { removeCrawlFiles } from '#shared/facts/crawls/remove-crawl-files.ts';
import { removeOwnData } from '#shared/facts/own-sites/remove-own-data.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { newId } from '#shared/platform/ids.ts';
import { unpackLines } from '#shared/platform/spooled-lines.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { TestDatabase } from '../stores/database.ts';
import { dyingStores } from '../stores/dying-client.ts';
import { memoryObjects } from '../stores/memory-objects.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** An account whose crawls run on the embedded database, by a clock of their own. */
export async function openCrawlScene(database: TestDatabase, credits = 1_000) {
  const { documents, tables } = database;
  let now = Date.UTC(2026, 10, 20, 12);
  let step = 0;
  const clock = () => {
    now += step;
    return now;
  };
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(credits);
  const objects = memoryObjects();
  const store = createCrawlStore(createIndexTable({ documents, table: tables.index }));
  const ledger = createCreditLedger({ documents, singleAttempt: documents, tables, clock });

  /** Charges a call as the tool does; a call that failed is decided `void`. */
  const pay = async (price: number, decision: 'charged' | 'void'): Promise<string> => {
    const endpoint = '/v1/tools/crawl_site';
    const call = beginCall(clock, {
      endpoint,
      method: 'POST',
      tool: 'crawl_site',
      requestBytes: 2,
      network: null,
    });
    const principal = await books.principal(accountId);
    const hold = await ledger.hold(principal, {
      requestId: call.requestId,
      tool: 'crawl_site',
      credits: price,
      run: undefined,
    });
    await ledger.commit(
      hold,
      decision,
      reportCall(call, principal, { statusCode: 200, body: '{}' }, clock()),
    );
    await ledger.settle(hold, decision);
    return call.requestId;
  };

  return {
    accountId,
    store,
    objects,
    clock,
    books: () => books.reconcile(accountId),
    balance: async () => (await books.accounts.get(accountId)).balance,
    entries: () => books.entries.list(accountId),
    /** Has each look at the clock see a later time, as on a real machine. */
    tick(): void {
      step = 1;
    },
    pass(milliseconds: number): void {
      now += milliseconds;
    },
    async begin(
      domain: string,
      maxPages: number,
      {
        decision = 'charged',
        comparedTo,
      }: { decision?: 'charged' | 'void'; comparedTo?: string | undefined } = {},
    ): Promise<string> {
      const held = creditsFor(maxPages);
      const requestId = await pay(held, decision);
      const crawl: KeptCrawl = {
        ...{ id: newId('crl', now), domain, maxPages, requestId, createdAt: now, held },
        ...({ status: 'queued', phase: 'begin', endedAt: null, progress: null } as const),
        ...{ parts: [], pages: 0, waiting: 0, failures: 0, faults: 0 },
        ...{ waitUntil: null, message: null, charged: null, comparedTo },
      };
      await store.create(accountId, crawl);
      return crawl.id;
    },
    /** One run of the function, which may be killed after so many calls of its stores. */
    run: (sites: SiteFetcher, diesAfter?: number) =>
      runCrawlsNow({
        ...(diesAfter === undefined
          ? { documents, objects }
          : dyingStores(diesAfter, { documents, objects })),
        ...{ tables, clock, logger: silent, sites, storing: {} },
      }),
    /** As the deletion of the account does. */
    async remove(): Promise<void> {
      await removeOwnData(createIndexTable({ documents, table: tables.index }), accountId);
      await removeCrawlFiles(objects, accountId);
    },
    async record(id: string) {
      const found = await store.find(accountId, id);
      return found && toCrawlRecord(found);
    },
    /** The rows of a list that the crawl made, without what no two runs have in common. */
    async rows(id: string, list: string): Promise<readonly Record<string, unknown>[]> {
      const packed = await objects.get(`crawls/${accountId}/${id}/list-${list}`);
      const lines = packed ? await unpackLines(packed) : [];
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import {
  type CrawlRecord,
  crawlResult,
  crawlStatuses,
  mostKeptCrawls,
  mostOpenCrawls,
} from '#shared/contract/crawls.ts';
import { type Item, ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, pack, unpack } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const milliseconds = v.number();

const keptCrawl = v.object({
  id: v.string(),
  domain: v.string(),
  status: v.picklist(crawlStatuses),
  /** What is done next; a crawl that was cancelled still tells what it has read. */
  phase: v.picklist(['begin', 'read', 'tell', 'settle', 'over']),
  maxPages: v.number(),
  /** Credits that were charged when it began, to be settled at its end, and the call that they were charged to. */
  held: v.number(),
  requestId: v.string(),
  createdAt: milliseconds,
  endedAt: v.nullable(milliseconds),
  /** Names of the files of its slices, in order, and of the one that says how far it is. */
  parts: v.array(v.string()),
  progress: v.nullable(v.string()),
  pages: v.number(),
  waiting: v.number(),
  failures: v.number(),
  /** The site asked to be left alone until then; of one that is paused, when it is cancelled. */
  waitUntil: v.nullable(milliseconds),
  /** Times in a row that a step failed by our own fault. */
  faults: v.number(),
  message: v.nullable(v.string()),
  charged: v.nullable(v.number()),
  /** The crawl that its owner wants it compared with. */
  comparedTo: v.nullish(v.string()),
});
export type KeptCrawl = v.InferOutput<typeof keptCrawl>;

export interface VersionedCrawl {
  readonly crawl: KeptCrawl;
  readonly result: CrawlRecord['result'];
  readonly version: number;
}

export interface DueCrawl {
  readonly accountId: string;
  readonly crawlId: string;
  readonly dueAt: number;
  readonly leaseUntil: number;
}

const duePartition = 'W!due';
const dueItem = v.object({ due_at: milliseconds, lease_until: milliseconds });
const crawlPrefix = 'w#';
const keyOf = (accountId: string, id: string) => ({ pk: ownPartition(accountId), sk: `${crawlPrefix}${id}` });

export const isCrawlId = (id: string) => /^crl_[0-9a-z]{26}$/u.test(id);
const isOpen = ({ status }: KeptCrawl) => status === 'queued' || status === 'running' || status === 'paused';

export type CrawlStore = ReturnType<typeof createCrawlStore>;

/** Crawls of accounts, and the list of those that are due. */
export function createCrawlStore(table: IndexTable) {
  return {
    find: (accountId: string, id: string) => findCrawl(table, accountId, id),
    list: (accountId: string) => listCrawls(table, accountId),

    /** Writes a new crawl and has it looked at; fails where the account has too many. */
    async create(accountId: string, crawl: KeptCrawl): Promise<VersionedCrawl> {
      const all = await listCrawls(table, accountId);
      if (all.filter((one) => isOpen(one.crawl)).length >= mostOpenCrawls) throw tooManyOpen();
      if (all.length >= mostKeptCrawls) throw tooManyKept();
      // The list first: what leads to nothing is tidied up, and a crawl that nothing leads to never begins.
      await table.put(dueOf(accountId, crawl.id, { due_at: crawl.createdAt, lease_until: 0 }));
      const version = randomInt(1_000_000_000);
      await table.put(itemOf(accountId, { crawl, result: null, version }));
      return { crawl, result: null, version };
    },

    /** Changes a crawl as it is now; undefined where it is gone, or `change` leaves it as it is. */
    change: (accountId: string, id: string, change: CrawlChange, result?: CrawlRecord['result']) =>
      changeCrawl(table, { accountId, id }, change, result),

    async remove(accountId: string, id: string): Promise<void> {
      await table.change([{ remove: keyOf(accountId, id) }, { remove: dueKey(accountId, id) }]);
    },

    async dueList(): Promise<readonly DueCrawl[]> {
      const items = await readAll(table, duePartition);
      return items.map((item) => {
        const { due_at: dueAt, lease_until: leaseUntil } = v.parse(dueItem, item.d);
        const [accountId = '', crawlId = ''] = String(item.sk).split('#');
        return { accountId, crawlId, dueAt, leaseUntil };
      });
    },
    /** When a crawl is next looked at; gives up its lease. */
    async setDue(accountId: string, crawlId: string, dueAt: number): Promise<void> {
      await table.put(dueOf(accountId, crawlId, { due_at: dueAt, lease_until: 0 }));
    },
    async forgetDue(accountId: string, crawlId: string): Promise<void> {
      await table.change([{ remove: dueKey(accountId, crawlId) }]);
    },
    /** Takes what is due for a while; false where another has it. */
    lease: (due: DueCrawl, leaseUntil: number) =>
      table.put(dueOf(due.accountId, due.crawlId, { due_at: due.dueAt, lease_until: leaseUntil }), [
        { test: 'equals', path: ['d', 'lease_until'], value: due.leaseUntil },
      ]),
  };
}

type CrawlChange = (kept: VersionedCrawl) => Partial<KeptCrawl> | undefined;

async function changeCrawl(
  table: IndexTable,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  change: CrawlChange,
  result: CrawlRecord['result'] | undefined,
): Promise<VersionedCrawl | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = await findCrawl(table, accountId, id);
    const changes = before && change(before);
    if (!before || !changes) return undefined;
    const crawl = { ...before.crawl, ...changes };
    const next = { crawl, result: result ?? before.result, version: before.version + 1 };
    const { item, checks } = ifStill(itemOf(accountId, next), before.version);
    if (await table.put(item, checks)) return next;
  }
  throw new ServiceError('conflict', 'The crawl is being changed by others. Try again.', {
    headers: { 'retry-after': '1' },
  });
}

async function findCrawl(
  table: IndexReader,
  accountId: string,
  id: string,
): Promise<VersionedCrawl | undefined> {
  const item = await table.get(keyOf(accountId, id), true);
  return item && read(item);
}

/** Newest first. */
async function listCrawls(table: IndexReader, accountId: string): Promise<readonly VersionedCrawl[]> {
  return (await readAll(table, ownPartition(accountId), { prefix: crawlPrefix, consistent: true }))
    .map(read)
    .toReversed();
}

function dueKey(accountId: string, crawlId: string) {
  return { pk: duePartition, sk: `${accountId}#${crawlId}` };
}

function dueOf(accountId: string, crawlId: string, d: v.InferOutput<typeof dueItem>): Item {
  return { ...dueKey(accountId, crawlId), d };
}

function itemOf(accountId: string, { crawl, result, version }: VersionedCrawl): Item {
  return { ...keyOf(accountId, crawl.id), d: crawl, v: version, ...(result && { r: pack(result) }) };
}

function read({ d, r, v: version }: Item): VersionedCrawl {
  const result = r instanceof Uint8Array ? v.parse(crawlResult, unpack(r)) : null;
  return { crawl: v.parse(keptCrawl, d), result, version: v.parse(v.number(), version) };
}

const at = (time: number | null) => (time === null ? null : isoTime(time));

export function toCrawlRecord({ crawl, result }: VersionedCrawl): CrawlRecord {
  const { id, domain, status, held, waitUntil, message } = crawl;
  // Its end is told once its credits are back.
  const isOver = crawl.phase === 'over';
  const charged = isOver ? crawl.charged : null;
  return {
    id,
    domain,
    status,
    max_pages: crawl.maxPages,
    pages_read: crawl.pages,
    addresses_waiting: crawl.waiting,
    fetch_failures: crawl.failures,
    created_at: isoTime(crawl.createdAt),
    ended_at: isOver ? at(crawl.endedAt) : null,
    waits_until: at(status === 'paused' ? null : waitUntil),
    message,
    credits: { held, charged, returned: charged === null ? null : held - charged },
    result,
  };
}

function tooManyOpen(): ServiceError {
  return new ServiceError(
    'conflict',
    `An account has at most ${mostOpenCrawls} crawls at a time. Wait for one to end, or cancel one: GET /v1/me/crawls lists them. Nothing was charged.`,
    { headers: { 'retry-after': '60' } },
  );
}

function tooManyKept(): ServiceError {
  return new ServiceError(
    'validation_error',
    `An account keeps at most ${mostKeptCrawls} crawls. Delete one of GET /v1/me/crawls first. Nothing was charged.`,
  );
}

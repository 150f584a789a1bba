import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import * as v from 'valibot';
import {
  type CrawlRecord,
  type CrawlResult,
  creditsPerHundred,
  exampleCrawl,
} from '#shared/contract/crawls.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { marketKey } from '#shared/facts/ports/fact.ts';
import type { Crawls, Sources } from '#shared/facts/ports/sources.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { type ItemKey, marketMarker } from '#shared/facts/stored-index/items/keys.ts';
import { sampleNotice } from '#shared/facts/stored-index/questions/domain-head.ts';
import {
  sampleExtras,
  sampleItems,
  sampleItemsOf,
  sampleParts,
} from '#shared/facts/stored-index/sample/sample-market.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { refuse } from '#shared/site-audit/fetch/site-fetcher.ts';
import { withSampleSites } from './sample-sites.ts';
import { planSite } from './site-plan.ts';

/** Items made between two looks at what else the process has to do. */
const itemsAtOnce = 500;

let made: Promise<RowsOf> | undefined;

/**
 * The index table of the sample market alone, in memory from the first question
 * of a process on: some 64,000 items. No table of the service is behind it, so
 * that nothing an account or a provider knows can be read through it. It takes
 * two to five seconds to make, and a fraction of one to read from `file`, which
 * is written where there is none. Without one, each of its markets is made when it
 * is first asked, the largest in half of that.
 */
export async function sampleTable(file?: string): Promise<IndexTable> {
  made ??= file === undefined ? makeAsAsked() : readPartitions(file).then(rowsIn);
  return readOnly(await made);
}

type Row = Item & ItemKey;
type Partitions = ReadonlyMap<string, readonly Row[]>;
/** The rows of a partition, in the order of their keys. */
type RowsOf = (pk: string) => Promise<readonly Row[]>;

const rowsIn =
  (partitions: Partitions): RowsOf =>
  async (pk) =>
    partitions.get(pk) ?? [];

/** A question is about one market; the first answer of a process need not wait for the others. */
async function makeAsAsked(): Promise<RowsOf> {
  const findIntent = await loadIntents();
  const others = [...sampleExtras(), ...sampleParts.map(({ market }) => ({ ...marketMarker(market) }))];
  const known = new Map<string, Promise<Partitions>>();
  return async (pk) => {
    const [, asked] = /^[A-Z]#([^#]*)#/u.exec(pk) ?? [];
    const part = sampleParts.find(({ market }) => marketKey(market) === asked);
    const name = part ? marketKey(part.market) : '';
    const partitions = known.get(name) ?? makePartitions(part ? sampleItemsOf(part, findIntent) : others);
    known.set(name, partitions);
    return (await partitions).get(pk) ?? [];
  };
}

const row = v.looseObject({ pk: v.string(), sk: v.string() });
const partitionsOfFile = v.array(v.tuple([v.string(), v.array(row)]));

async function readPartitions(file: string): Promise<Partitions> {
  try {
    return new Map(v.parse(partitionsOfFile, deserialize(await readFile(file))));
  } catch {
    const partitions = await makePartitions(sampleItems(await loadIntents()));
    await keep(partitions, file);
    return partitions;
  }
}

/** The file appears whole or not at all; a place that cannot be written to only costs the next process its time. */
async function keep(partitions: Partitions, file: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, serialize([...partitions]));
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function makePartitions(items: Iterable<Item>): Promise<Partitions> {
  const partitions = new Map<string, Row[]>();
  let count = 0;
  for (const item of items) {
    const row = { ...item, pk: String(item.pk), sk: String(item.sk) };
    const rows = partitions.get(row.pk);
    if (rows) rows.push(row);
    else partitions.set(row.pk, [row]);
    count += 1;
    if (count % itemsAtOnce === 0) await otherWork();
  }
  for (const rows of partitions.values()) rows.sort((one, other) => (one.sk < other.sk ? -1 : 1));
  return partitions;
}

function readOnly(rowsOf: RowsOf): IndexTable {
  const find = async ({ pk, sk }: ItemKey) => (await rowsOf(pk)).find((row) => row.sk === sk);
  return {
    get: find,
    getMany: (keys) => Promise.all(keys.map(find)),
    async range({ pk, prefix = '', from = '', to, limit, after }) {
      const rows = (await rowsOf(pk)).filter(
        ({ sk }) =>
          sk.startsWith(prefix) &&
          sk >= from &&
          (to === undefined || sk <= to) &&
          (after === undefined || sk > after.sk),
      );
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items, next: items.length < rows.length && last ? { pk, sk: last.sk } : undefined };
    },
    put: neverWritten,
    putMany: neverWritten,
    putGuarded: neverWritten,
    change: neverWritten,
  };
}

function neverWritten(): Promise<never> {
  return Promise.reject(new Error('The sample market in memory is read only.'));
}

/**
 * The sample market and its sites, and nothing beside them: what test keys are
 * answered from, wherever the service runs. `file` keeps its items for the next process.
 */
export async function openSampleSources(file?: string): Promise<Sources> {
  return { ...storedIndexOn(await sampleTable(file)), liveListings: undefined, sites, crawls: sampleCrawls };
}

const sites = withSampleSites({
  fetch: async () =>
    refuse('unsafe_address', 'A test key reads sites of the sample market only, such as trailpeak.example.'),
});

const domain = 'trailpeak.example';

const result: CrawlResult = {
  summary: 'Two pages of eleven answer with an error. Restoring them gains most.',
  onpage_score: 87.42,
  pages_audited: 10,
  dead_addresses: 1,
  issues_summary: { high: 2, medium: 4, low: 4 },
  recommendations: [
    {
      issue: 'http_4xx',
      severity: 'high',
      title: 'The page returns a 4xx error, usually “not found”.',
      action:
        'Restore the page, redirect it to its closest successor with 301, or remove the links and sitemap entries that point to it.',
      affected_pages: 2,
      example_url: `https://${domain}/spring-sale-2024`,
      gain: 8.74,
    },
  ],
  lists: [],
  changes: null,
};

const told = (crawl: CrawlRecord) => ({ crawl, warnings: [sampleNotice] });

/**
 * What test keys hear of crawls: that one begins, and, asked by its id, that it
 * is over. No page is read and nothing is kept.
 */
export const sampleCrawls: Crawls = {
  async begin(order) {
    if (planSite(order.domain) === undefined)
      throw new ServiceError(
        'unsafe_target',
        `A test key crawls sites of the sample market only, such as ${domain}. Nothing was charged.`,
      );
    const held = Math.ceil(order.maxPages / 100) * creditsPerHundred;
    return told({
      ...{ ...exampleCrawl, domain: order.domain, max_pages: order.maxPages, status: 'queued' },
      ...{ pages_read: 0, addresses_waiting: 0, fetch_failures: 0, created_at: isoTime(order.now) },
      credits: { held, charged: null, returned: null },
    });
  },
  async get(id) {
    if (id !== exampleCrawl.id)
      throw new ServiceError(
        'not_found',
        `A test key knows one crawl, ${exampleCrawl.id}. Nothing was charged.`,
      );
    return told({
      ...{ ...exampleCrawl, domain, max_pages: 100, status: 'finished' },
      ...{ pages_read: 11, addresses_waiting: 0, fetch_failures: 0, ended_at: exampleCrawl.created_at },
      ...{ credits: { held: 5, charged: 5, returned: 0 }, result },
    });
  },
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { createTables } from '#local/data/database.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { marketKey } from '#shared/facts/ports/fact.ts';
import { countDomains } from '#shared/facts/stored-index/counting/domain-count.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import {
  type KeywordUpdate,
  listingUpdate,
  storedRow,
} from '#shared/facts/stored-index/writing/keyword-update.ts';
import { countedHeads, storedHeads } from '#test/support/index/index-count.ts';
import { dumpIndex } from '#test/support/index/index-dump.ts';
import { listingOf, worldKeywords, worldUrls } from '#test/support/index/index-worlds.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';
import { slowed } from '#test/support/stores/slow-client.ts';

const market = resolveMarket();

const keyword = fc.constantFrom(...worldKeywords);
const at = fc.integer({ min: 1, max: 6 });
/** What a file says about a keyword: a whole listing, the place of one site, or metrics. */
const row = fc.oneof(
  fc.record({
    keyword,
    at,
    urls: fc.uniqueArray(fc.constantFrom(...worldUrls), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ keyword, at, url: fc.constantFrom(...worldUrls), position: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ keyword, at, volume: fc.constantFrom(null, 90, 1_300) }),
);
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const file = fc.array(row, { minLength: 1, maxLength: 5 });
const atOnce = fc.record({ kind: fc.constant('at once' as const), files: fc.tuple(file, file), row });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('import' as const), file }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('live' as const), row }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      file,
      calls: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: atOnce },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const histories = fc.sample(fc.array(step, { minLength: 4, maxLength: 9 }), { seed: 192, numRuns: 12 });
const races = fc.sample(fc.array(atOnce, { minLength: 3, maxLength: 5 }), { seed: 14, numRuns: 36 });

/** The first and last number of each four. */
function groups({ length }: readonly unknown[]): (readonly [first: number, last: number])[] {
  return Array.from({ length: length / 4 }, (_, group) => [4 * group, 4 * group + 3]);
}

describe('the summaries of the stored index', () => {
  const database = testDatabase();

  it.each(groups(histories))(
    'are what counting all rows gives, after imports, undoing, crashes and live listings in any order (%i-%i)',
    (first, last) => sideBySide('summaries', histories, first, last),
  );

  it.each(groups(races))('miss nothing that several writers change at once (%i-%i)', (first, last) =>
    sideBySide('races', races, first, last),
  );

  /** Each in a table of its own: while one waits for its requests, others go on. */
  async function sideBySide(name: string, all: readonly (readonly Step[])[], first: number, last: number) {
    const numbers = all.keys().filter((number) => first <= number && number <= last);
    const begun = numbers.map(async (number) => {
      const { index } = await createTables(database.database.clientConfig, `${name}-${number}-`);
      await compared(index, all[number] ?? []).catch((error: unknown) => {
        throw new Error(`${name} ${number}`, { cause: error });
      });
    });
    await Promise.all(begun);
  }

  async function compared(table: string, steps: readonly Step[]) {
    await live(table, { keyword: 'tea', at: 1, urls: worldUrls.slice(0, 4) });
    for (const [order, each] of steps.entries()) await take(table, each, order);
    const dump = await dumpIndex(database.documents, table);
    const counted = countedHeads(dump, marketKey(market));
    expect(counted.size).toBeGreaterThan(0);
    expect(storedHeads(dump, marketKey(market))).toEqual(counted);
    expect(await countedAnew(table, [...counted.keys()])).toEqual(headsIn(dump));
  }

  /** Heads after a count of all rows of all domains, as imports make it where nothing is known of before. */
  async function countedAnew(table: string, domains: readonly string[]) {
    await countDomains(
      createIndexTable({ documents: database.documents, table }),
      domains.map((domain) => ({ market, domain, rowsChanged: true, changed: new Map(), rows: undefined })),
      { exact: true },
    );
    return headsIn(await dumpIndex(database.documents, table));
  }

  function headsIn(dump: ReadonlyMap<string, unknown>) {
    return Object.fromEntries([...dump].filter(([key]) => /^D#.* ![abps]/u.test(key)));
  }

  const writerOn = (table: string, documents: DynamoDBDocumentClient = database.documents) =>
    createIndexWriter({ documents, table, clock: Date.now });

  /** Imports are named after their step, so that a later step can undo them. */
  async function take(table: string, each: Step, order: number): Promise<void> {
    const id = `imp_${order}`;
    if (each.kind === 'undo') await writerOn(table).undo(`imp_${each.which}`);
    if (each.kind === 'live') await live(table, each.row);
    if (each.kind === 'import') await importFile(table, each.file, id);
    if (each.kind === 'crash') {
      await importFile(table, each.file, id, dyingAfter(each.calls, database.documents)).catch(
        () => undefined,
      );
      await importFile(table, each.file, id);
    }
    if (each.kind === 'at once') {
      const [one, other] = each.files;
      const writer = (name: string) => slowed(database.documents, `${table} ${id} ${name}`);
      await Promise.all([
        importFile(table, one, id, writer('one')),
        importFile(table, other, `${id}_too`, writer('other')),
        live(table, each.row, writer('live')),
      ]);
    }
  }

  async function importFile(
    table: string,
    rows: readonly Row[],
    id: string,
    documents?: DynamoDBDocumentClient,
  ): Promise<void> {
    const run = await writerOn(table, documents).startImport(id);
    for (const each of rows) await run.write([updateOf(each, id)]);
    await run.end();
  }

  async function live(table: string, each: Row, documents?: DynamoDBDocumentClient): Promise<void> {
    if ('urls' in each) await writerOn(table, documents).writeListing(listingOf(each), market, 'live');
    if ('volume' in each)
      await writerOn(table, documents).carryOver([
        { market, keyword: each.keyword, metrics: metricsOf(each, 'live') },
      ]);
  }
});

function updateOf(each: Row, source: string): KeywordUpdate {
  if ('urls' in each) return listingUpdate(listingOf(each), market, source);
  if ('volume' in each) return { market, keyword: each.keyword, metrics: metricsOf(each, source) };
  const seenAt = each.at * 86_400;
  const place = storedRow(each.position, each.url, seenAt);
  return {
    market,
    keyword: each.keyword,
    listing: {
      at: seenAt,
      source,
      depth: each.position,
      features: null,
      extent: 'site',
      rows: place ? [place] : [],
    },
  };
}

function metricsOf(
  { volume, at: day }: { readonly volume: number | null; readonly at: number },
  source: string,
) {
  const unknown = { cpc: null, level: null, difficulty: null, intent: null, trend: [], trendStart: null };
  return { ...unknown, volume, at: day * 86_400, source };
}

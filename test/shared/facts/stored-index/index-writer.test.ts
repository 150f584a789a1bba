import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables, dynoxideBinary } from '#local/data/database.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { listingUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { answeringRows, dumpIndex } from '#test/support/index/index-dump.ts';
import { listingOf } from '#test/support/index/index-worlds.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { dyingWriterAfter } from '#test/support/stores/dying-client.ts';

const market = resolveMarket();
const first = listingOf({
  keyword: 'kettle',
  at: 20_000,
  urls: ['https://a.example/k', 'https://blog.a.example/k', 'https://b.example/'],
});
const second = listingOf({
  keyword: 'kettle',
  at: 20_001,
  urls: ['https://c.example/', 'https://b.example/x'],
});
const other = listingOf({
  keyword: 'steel kettle',
  at: 20_000,
  urls: ['https://b.example/', 'https://a.example/k'],
});

interface Way {
  readonly commitsTogether: boolean;
  /** Whether many items go by the engine's own door. */
  readonly hasDoor: boolean;
}

/** How a writer reaches the table: as on AWS, and as on one machine where the engine has transactions and a door for many items. */
const ways: readonly (readonly [string, Way])[] = [
  ['in batches', { commitsTogether: false, hasDoor: false }],
  ...(dynoxideBinary()
    ? ([
        ['in transactions', { commitsTogether: true, hasDoor: false }],
        ["by the engine's door for many items", { commitsTogether: true, hasDoor: true }],
      ] as const)
    : []),
];

describe.each(ways)('writing into the stored index %s', (_, { commitsTogether, hasDoor }) => {
  let tablesMade = 0;
  const database = testDatabase();

  /** An empty index of its own. */
  async function emptyIndex() {
    tablesMade += 1;
    const { index: table } = await createTables(
      database.database.clientConfig,
      `writer-${commitsTogether}-${hasDoor}-${tablesMade}-`,
    );
    return table;
  }

  type Reach = Pick<IndexTableOptions, 'documents' | 'putAll'>;
  const reach = (documents = database.documents): Reach => ({
    documents,
    putAll: hasDoor ? database.database.putAll : undefined,
  });
  const dying = (calls: number) => dyingWriterAfter(calls, reach());
  const writerOn = (table: string, way = reach(), clock: () => number = Date.now) =>
    createIndexWriter({ ...way, table, clock, commitsTogether });
  const rowsOf = async (table: string) => answeringRows(await dumpIndex(database.documents, table));

  it('leaves no row of the listing that was replaced', async () => {
    const [table, fresh] = [await emptyIndex(), await emptyIndex()];
    await writerOn(table).writeListing(first, market, 'live');
    await writerOn(table).writeListing(second, market, 'live');
    await writerOn(fresh).writeListing(second, market, 'live');
    const left = Object.keys(await rowsOf(table)).filter(
      (key) => !key.includes(' x#') && !key.includes('a.example'),
    );
    expect(left.filter((key) => /^[DP]#/u.test(key))).toEqual(
      Object.keys(await rowsOf(fresh)).filter((key) => /^[DP]#/u.test(key)),
    );
    expect(Object.keys(await rowsOf(table)).filter((key) => key.includes('a.example/k'))).toEqual([]);
  });

  it('changes nothing when the same or an older listing comes again', async () => {
    const table = await emptyIndex();
    const writer = writerOn(table);
    expect(await writer.writeListing(second, market, 'live')).toBe(true);
    const before = await rowsOf(table);
    expect(await writer.writeListing(second, market, 'live')).toBe(false);
    expect(await writer.writeListing(first, market, 'live')).toBe(false);
    expect(await rowsOf(table)).toEqual(before);
  });

  it('keeps the summary of a domain right when eight writers touch it at once', async () => {
    const table = await emptyIndex();
    const keywords = Array.from({ length: 8 }, (_, index) => `kettle ${index}`);
    await Promise.all(
      keywords.map((keyword) =>
        writerOn(table).writeListing(
          listingOf({
            keyword,
            at: 20_000,
            urls: ['https://b.example/', `https://${keyword.at(-1)}x.example/`],
          }),
          market,
          'live',
        ),
      ),
    );
    const { index } = createStoredIndex({ documents: database.documents, table });
    const { value } = await index.domainOverview('b.example', market);
    expect(value).toMatchObject({ organic_keywords: 8, top_3_keywords: 8 });
  });

  it('lets one of two listings of a keyword win when both are written at once, and mixes no rows', async () => {
    const results: Record<string, unknown>[] = [];
    for (const order of [
      [first, second],
      [second, first],
    ]) {
      const table = await emptyIndex();
      await Promise.all(order.map((listing) => writerOn(table).writeListing(listing, market, 'live')));
      const pages = Object.entries(await rowsOf(table)).filter(([key]) => key.startsWith('P#'));
      results.push(Object.fromEntries(pages));
    }
    expect(results[0]).toEqual(results[1]);
    expect(Object.keys(results[0] ?? {})).toHaveLength(2);
  });

  it('is repeated by the next writer wherever a writer died', async () => {
    const expected = await emptyIndex();
    for (const listing of [first, other, second])
      await writerOn(expected).writeListing(listing, market, 'live');
    const whole = await rowsOf(expected);
    for (let survived = 0; survived < 80; survived += 3) {
      const table = await emptyIndex();
      await writerOn(table).writeListing(first, market, 'live');
      await writerOn(table).writeListing(other, market, 'live');
      const outcome = await writerOn(table, dying(survived))
        .writeListing(second, market, 'live')
        .then(
          () => 'finished',
          () => 'died',
        );
      const later = () => Date.now() + 120_000;
      await writerOn(table, reach(), later).writeListing(second, market, 'live');
      expect({ survived, rows: await rowsOf(table) }).toEqual({ survived, rows: whole });
      if (outcome === 'finished') return;
    }
    throw new Error('The writer never finished.');
  });

  it('writes all rows of a keyword whose state was written, though its answer was lost', async () => {
    const [table, undisturbed] = [await emptyIndex(), await emptyIndex()];
    for (const listing of [first, second]) {
      await writerOn(undisturbed).writeListing(listing, market, 'live');
      await writerOn(table, reach(sendingTwice(database.documents))).writeListing(listing, market, 'live');
    }
    expect(await rowsOf(table)).toEqual(await rowsOf(undisturbed));
  });

  it('takes up an import that was interrupted, wherever it was', async () => {
    const updates = [first, other, second].map((listing) => listingUpdate(listing, market, 'imp_1'));
    const importInto = async (table: string, way: Reach) => {
      const run = await writerOn(table, way).startImport('imp_1');
      for (const update of updates) await run.write([update]);
      await run.end();
    };
    const expected = await emptyIndex();
    await importInto(expected, reach());
    const whole = await rowsOf(expected);
    for (const survived of [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]) {
      const table = await emptyIndex();
      await importInto(table, dying(survived)).catch(() => undefined);
      await importInto(table, reach());
      expect({ survived, rows: await rowsOf(table) }).toEqual({ survived, rows: whole });
    }
  });

  it('leaves no row behind where a listing comes between an interrupted import and its taking up', async () => {
    const rounds = [other, second].map((listing) => listingUpdate(listing, market, 'imp_1'));
    const third = listingOf({ keyword: 'kettle', at: 20_002, urls: ['https://d.example/'] });
    const later = () => Date.now() + 120_000;
    const imported = async (writer: ReturnType<typeof writerOn>, between: () => Promise<unknown>) => {
      const run = await writer.startImport('imp_1');
      for (const update of rounds) {
        await run.write([update]);
        await between();
      }
      await run.end();
    };
    for (let survived = 4; survived <= 40; survived += 3) {
      const table = await emptyIndex();
      await writerOn(table).writeListing(first, market, 'live');
      const isWhole = await imported(writerOn(table, dying(survived)), async () => {}).then(
        () => true,
        () => false,
      );
      if (isWhole) return;
      const writer = writerOn(table, reach(), later);
      await imported(writer, () => writer.writeListing(third, market, 'live'));
      const places = Object.keys(await rowsOf(table)).filter((key) => /^D#.* k#.*#kettle$/u.test(key));
      expect({ survived, places }).toEqual({ survived, places: [expect.stringMatching(/#d\.example k#/u)] });
    }
    throw new Error('The import never finished.');
  });

  it('gives back exactly what was there when an import is undone', async () => {
    const table = await emptyIndex();
    const writer = writerOn(table);
    await writer.writeListing(first, market, 'live');
    const before = await rowsOf(table);
    const run = await writer.startImport('imp_2');
    await run.write([second, other].map((listing) => listingUpdate(listing, market, 'imp_2')));
    await run.end();
    expect(await rowsOf(table)).not.toEqual(before);
    expect(await writer.undo('imp_2')).toEqual({ keywords: 2 });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('keeps what a later import brought when an earlier one is undone, and forgets the earlier one', async () => {
    const table = await emptyIndex();
    const writer = writerOn(table);
    for (const [id, listing] of [
      ['imp_a', first],
      ['imp_b', second],
    ] as const) {
      const run = await writer.startImport(id);
      await run.write([listingUpdate(listing, market, id)]);
      await run.end();
    }
    const after = await rowsOf(table);
    await writer.undo('imp_a');
    expect(await rowsOf(table)).toEqual(after);
    await writer.undo('imp_b');
    expect(Object.keys(await rowsOf(table))).toEqual([]);
  });
});

/** A client that loses the answer to the first of equal writes and sends it again, as the SDK does. */
function sendingTwice(documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const sent = new Set<string>();
  return new Proxy(documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
        const items = [...JSON.stringify(command.input).matchAll(/"pk":"[^"]*","sk":"[^"]*"/gu)].join();
        const isWrite = /Put|Write/u.test(command.constructor.name);
        if (isWrite && !sent.has(items)) await target.send(command);
        if (isWrite) sent.add(items);
        return target.send(command);
      };
    },
  });
}

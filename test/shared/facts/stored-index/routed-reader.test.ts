import fc from 'fast-check';
import { createTables } from '#local/data/database.ts';
import { createSourceOpener } from '#shared/facts/assembly/open-sources.ts';
import { createSpend } from '#shared/facts/ports/fact.ts';
import { silentLog } from '#shared/facts/provider/upstream-care.ts';
import { createRoutedReader } from '#shared/facts/stored-index/generations/routed-reader.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { toListing } from '#test/support/sources/world.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

let shared: string;
const database = testDatabase();
beforeAll(async () => {
  ({ index: shared } = await createTables(database.database.clientConfig, 'next-'));
});

describe('a reader of two tables', () => {
  it('gives what belongs to accounts from the first and all else from the generation in force, in order', async () => {
    const { documents, tables } = database;
    const home = tables.index;
    const names = ['O#acct_1', 'O#acct_2', 'K#2840:en#o', 'L#o.example', 'M'];
    const keys = names.flatMap((pk) => ['a', 'b'].map((sk) => ({ pk, sk })));
    for (const table of [home, shared])
      await createIndexTable({ documents, table }).change(keys.map((key) => ({ put: { ...key, d: table } })));
    const reader = createRoutedReader(
      createIndexReader({ documents, table: home }),
      createIndexReader({ documents, table: shared }),
    );
    const tableOf = ({ pk }: { readonly pk: string }) => (pk.startsWith('O#') ? home : shared);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...keys, { pk: 'O#none', sk: 'a' })), async (asked) => {
        const found = await reader.getMany(asked, true);
        expect(found.map((item) => item?.d)).toEqual(
          asked.map((key) => (key.pk === 'O#none' ? undefined : tableOf(key))),
        );
      }),
      { numRuns: 30 },
    );
    for (const key of keys) {
      expect((await reader.get(key, true))?.d).toBe(tableOf(key));
      const { items } = await reader.range({ pk: key.pk, consistent: true });
      expect(items.map(({ d }) => d)).toEqual([tableOf(key), tableOf(key)]);
    }
  });
});

describe('the sources of a call', () => {
  it('stay with the generation that was in force when it began, and the next call follows', async () => {
    const { documents, tables } = database;
    let inForce = tables.index;
    const keyword = 'switched in a call';
    for (const [table, site] of [
      [tables.index, 'first.example'],
      [shared, 'next.example'],
    ] as const)
      await createIndexWriter({ documents, table, clock: Date.now }).writeListing(
        toListing({ keyword, listing: [`https://${site}/`] }, 10),
        unitedStates,
        'live',
      );
    const openSources = createSourceOpener({
      ...{ documents, tables, clock: Date.now, log: silentLog },
      sharedIndex: async () => inForce,
      upstream: async () => undefined,
    });
    const open = () => openSources(createSpend(), AbortSignal.timeout(60_000), 'acct_caller', 'all');
    const sitesIn = async ({ storedListings, index }: Awaited<ReturnType<typeof open>>) => {
      const { value } = await storedListings.listing(keyword, unitedStates, 10);
      const detail = await index.rankedKeywords({ domain: 'next.example' }, unitedStates, 5);
      return [value?.organic.map(({ url }) => url), detail.value.rows.length];
    };
    const begun = await open();
    inForce = shared;
    expect(await sitesIn(begun)).toEqual([['https://first.example/'], 0]);
    expect(await sitesIn(await open())).toEqual([['https://next.example/'], 1]);
  });
});

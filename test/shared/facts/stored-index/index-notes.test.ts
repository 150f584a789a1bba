import * as fc from 'fast-check';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { readStability } from '#shared/facts/stored-index/items/stability.ts';
import { createIndexNotes } from '#shared/facts/stored-index/stored-index.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { listingOf } from '#test/support/index/index-worlds.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const germany = resolveMarket({ location: 'Germany', language: 'German' });
const now = Date.UTC(2026, 10, 20);
const today = now / 86_400_000;

const sites = Array.from({ length: 14 }, (_, number) => `https://site-${number}.example/`);
const urls = fc.shuffledSubarray(sites, { minLength: 5, maxLength: 10 });
const replaced = fc.record({ age: fc.integer({ min: 0, max: 500 }), before: urls, after: urls });

describe('what the stored index knows of itself', () => {
  const database = testDatabase();

  async function open() {
    const world = await openImportWorld(database);
    const writer = createIndexWriter({ documents: database.documents, table: world.table, clock: () => now });
    // Notes are believed for seconds; each question of a test asks anew.
    return { ...world, writer, notes: () => createIndexNotes(world.items, () => now)(world.items) };
  }

  it('counts by age how many stored places hold within one, whenever a live listing replaces them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(replaced, { minLength: 1, maxLength: 8 }), async (rows) => {
        const { writer, table } = await open();
        for (const [number, { age, before, after }] of rows.entries()) {
          const keyword = `word ${number}`;
          await writer.writeListing(listingOf({ keyword, at: today - age, urls: before }), market, 'earlier');
          await writer.writeListing(listingOf({ keyword, at: today, urls: after }), market, 'live');
        }
        const compared = rows.flatMap(({ age, before, after }) =>
          before
            .map((url, at) => ({ age, was: at + 1, is: after.indexOf(url) + 1, depth: after.length }))
            .filter(({ was, depth }) => was < depth),
        );
        for (const { days_from, days_to, places, within_one } of await readStability(
          database.documents,
          table,
        )) {
          const group = compared.filter(({ age }) => age >= days_from && age < (days_to ?? Infinity));
          const held = group.filter(({ was, is }) => is > 0 && Math.abs(was - is) <= 1);
          expect([days_from, places, within_one]).toEqual([days_from, group.length, held.length]);
        }
      }),
      { seed: 14, numRuns: 8 },
    );
  });

  it('says a measured share only where enough places of the age were compared', async () => {
    const { writer, notes } = await open();
    const seen = (days: number) => new Date(now - days * 86_400_000).toISOString();
    for (let number = 0; number < 50; number += 1) {
      const keyword = `word ${number}`;
      const first = sites.slice(0, 10);
      await writer.writeListing(listingOf({ keyword, at: today - 10, urls: first }), market, 'earlier');
      // Of the first nine places, four hold and five have moved further down.
      const later = [...first.slice(0, 4), ...sites.slice(10, 14), ...first.slice(4, 6)];
      await writer.writeListing(listingOf({ keyword, at: today, urls: later }), market, 'live');
      if (number === 30) expect((await notes().confidenceOf())(seen(10))).toBeUndefined();
    }
    const confidence = await notes().confidenceOf();
    expect([confidence(seen(8)), confidence(seen(29))]).toEqual([0.44, 0.44]);
    expect([confidence(seen(0)), confidence(seen(3)), confidence(seen(200))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('compares nothing with what was made up for the sample market', async () => {
    const { writer, table } = await open();
    const keyword = 'made up';
    await writer.writeListing(listingOf({ keyword, at: today - 10, urls: sites }), market, sampleSource);
    await writer.writeListing(listingOf({ keyword, at: today, urls: sites }), market, 'live');
    expect((await readStability(database.documents, table)).every(({ places }) => places === 0)).toBe(true);
  });

  it('names the other markets that know a domain, a keyword or a page', async () => {
    const { notes, ...world } = await open();
    const table = 'keyword,position,url,location,language\n';
    await world.import(`${table}tee,1,https://www.nur.example/tee,Germany,German\n`);
    await world.import(`${table}tea,1,https://tea.example/,United States,English\n`);
    const subjects = [
      { domain: 'nur.example' },
      { keyword: 'TEE' },
      { url: 'https://nur.example/tee' },
      { keyword: 'tea' },
      { domain: 'unknown.example' },
    ];
    const found = await Promise.all(subjects.map((subject) => notes().knownIn(subject, market)));
    expect(found).toEqual([[germany], [germany], [germany], [], []]);
  });
});

import { createTables } from '#local/data/database.ts';
import type { SharedRow } from '#shared/facts/ports/search-index.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import {
  coverageIn,
  type GeneratedKeyword,
  type GeneratedMarket,
  generatedKeyword,
  generatedMarket,
  generatedUpdate,
  ranksOf,
  rivalsIn,
} from '#test/support/index/generated-market.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const keywordCount = 2_000;
/** Keywords that a later import sees again, with other results. */
const seenAgain = 150;
const asked = ['alpha.example', 'beta.example', 'gamma.example', 'site-0.example', 'site-150.example'];

describe('the stored index about sites with thousands of keywords', () => {
  const random = createSeededRandom('whole-sets');
  let table: string;
  const imported: ReadonlyMap<string, GeneratedKeyword> = new Map(
    Array.from({ length: keywordCount }, (_, number) => [`phrase ${number}`, generatedKeyword(random)]),
  );
  const later = new Map(
    [...imported.keys()].slice(0, seenAgain).map((keyword) => [keyword, generatedKeyword(random)]),
  );
  const after = new Map([...imported, ...later].map(([keyword, row]) => [keyword, withVolume(keyword, row)]));

  /** An unknown volume does not replace a known one. */
  function withVolume(keyword: string, row: GeneratedKeyword): GeneratedKeyword {
    return { ...row, volume: row.volume ?? imported.get(keyword)?.volume ?? null };
  }

  const database = testDatabase();
  beforeAll(async () => {
    table = (await createTables(database.database.clientConfig, 'whole-')).index;
    await importMarket(imported, 20_000, 'imp_first');
  });

  const writer = () =>
    createIndexWriter({ documents: database.documents, table, clock: Date.now, ...database.inBulk });
  const stored = () => createStoredIndex({ documents: database.documents, table }).index;

  async function importMarket(market: GeneratedMarket, day: number, id: string): Promise<void> {
    const run = await writer().startImport(id);
    const updates = [...market].map(([keyword, row]) => generatedUpdate(keyword, row, day, id));
    for (let start = 0; start < updates.length; start += 300)
      await run.write(updates.slice(start, start + 300));
    await run.end();
  }

  it('counts every shared keyword, the same from both sides, and ranks by relevance', async () => {
    await expectRivals(imported);
  });

  it('lists all gaps, losing and strong keywords, and its counts agree with the shared ones', async () => {
    await expectCoverage(imported);
  });

  it('still does after an import that changed a part of the listings, and after taking it back', async () => {
    await importMarket(later, 20_001, 'imp_later');
    await expectRivals(after);
    await expectCoverage(after);
    await writer().undo('imp_later');
    await expectRivals(imported);
  });

  async function expectRivals(market: GeneratedMarket): Promise<void> {
    const seen = new Map<string, number | undefined>();
    for (const domain of asked) {
      const expected = rivalsIn(market, domain);
      const { value } = await stored().competitors(domain, generatedMarket, 100);
      const found = value.rows.map(
        ({ competitor, shared_keywords, avg_position, organic_keywords, relevance }) => ({
          competitor,
          shared_keywords,
          avg_position,
          organic_keywords,
          relevance,
        }),
      );
      expect(found).toEqual(expected.slice(0, 100));
      expect(new Set(value.rows.map((row) => row.shared_keywords_basis))).toEqual(new Set(['exact']));
      const { value: snapshot } = await stored().competitors(domain, generatedMarket, 10);
      expect(snapshot.rows.map((row) => [row.competitor, row.shared_keywords])).toEqual(
        expected.slice(0, 10).map((row) => [row.competitor, row.shared_keywords]),
      );
      for (const row of value.rows) seen.set(`${domain} ${row.competitor}`, row.shared_keywords);
    }
    // Where each is among the other's hundred closest.
    const both = asked.flatMap((one) =>
      asked.map((other) => [seen.get(`${one} ${other}`), seen.get(`${other} ${one}`)]),
    );
    const pairs = both.filter(([there, back]) => there !== undefined && back !== undefined);
    expect(pairs.length).toBeGreaterThan(5);
    for (const [there, back] of pairs) expect(there).toBe(back);
  }

  async function expectCoverage(market: GeneratedMarket): Promise<void> {
    for (const domain of asked.slice(0, 4)) {
      const rivals = asked.filter((name) => name !== domain);
      const expected = coverageIn(market, domain, rivals);
      for (const limit of [50, 100_000]) {
        const { value } = await stored().coverage(domain, rivals, generatedMarket, limit);
        expect([value.gaps.total, value.losing.total, value.strong.total]).toEqual([
          expected.gaps.length,
          expected.losing.length,
          expected.strong.length,
        ]);
        expect(
          value.gaps.rows.map((row) => [
            row.keyword,
            ...row.competitor_positions.map((place) => `${place.position} ${place.competitor}`),
          ]),
        ).toEqual(expected.gaps.slice(0, limit));
        expect([value.losing, value.strong].map(({ rows }) => rows.map(sharedPlaces))).toEqual([
          expected.losing.slice(0, limit),
          expected.strong.slice(0, limit),
        ]);
      }
      for (const rival of rivals) await expectAllSharedOrGap(market, domain, rival);
    }
  }

  function sharedPlaces({ keyword, target_position, best_competitor }: SharedRow) {
    return [keyword, target_position, best_competitor.position];
  }

  /** What a rival has is shared or a gap. */
  async function expectAllSharedOrGap(market: GeneratedMarket, domain: string, rival: string) {
    const { value } = await stored().coverage(domain, [rival], generatedMarket, 1);
    const own = ranksOf(market, domain);
    const theirs = [...ranksOf(market, rival).keys()];
    expect(value.gaps.total).toBe(theirs.filter((keyword) => !own.has(keyword)).length);
  }
});

import * as fc from 'fast-check';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { sampleTable } from '#shared/facts/sample/sample-table.ts';
import { createDomainTally, pageRowOf } from '#shared/facts/stored-index/items/domain-summary.ts';
import { readPosting } from '#shared/facts/stored-index/items/index-items.ts';
import {
  domainPartition,
  linkPartition,
  rankingSort,
  referringSort,
  tokenPartition,
  volumeSort,
} from '#shared/facts/stored-index/items/keys.ts';
import { packSite } from '#shared/facts/stored-index/items/link-items.ts';
import { expansionTokens, packPosting, packTokenRow } from '#shared/facts/stored-index/items/posting.ts';
import { createIdeaQuestions } from '#shared/facts/stored-index/questions/idea-questions.ts';
import { createLinkQuestions } from '#shared/facts/stored-index/questions/link-questions.ts';
import { wholeIdeas } from '#shared/facts/stored-index/questions/whole-ideas.ts';
import { wholeLinkGaps, wholeTopPages } from '#shared/facts/stored-index/questions/whole-lists.ts';
import { memoryTable } from '#test/support/index/memory-table.ts';

const market = resolveMarket();
const domain = 'alpha.example';
/** More rows than any generated list has. */
const everyRow = 10_000;
const atOnce = fc.integer({ min: 1, max: 12 });
const runLength = fc.integer({ min: 1, max: 12 });
const volume = fc.option(fc.constantFrom(0, 10, 20, 1_300));
const unknown = { level: null, difficulty: null, intent: null, basis: null };

async function rowsOf(parts: AsyncIterable<readonly object[]>): Promise<object[]> {
  const rows: object[] = [];
  for await (const part of parts) rows.push(...part);
  return rows;
}

describe('a list that is worked out in runs', () => {
  const urls = ['', 'www.', 'shop.'].flatMap((host) =>
    ['', '/', '/a', '/a/', '/b?c=1'].map((path) => `https://${host}${domain}${path}`),
  );
  const place = fc.record({ url: fc.constantFrom(...urls), position: fc.integer({ min: 1, max: 12 }) });
  const ranking = fc.record({ place, volume, others: fc.array(place, { maxLength: 3 }) });

  it('has the pages of a domain that are added up at once, in the same order', async () => {
    const generated = fc.array(ranking, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(generated, atOnce, runLength, async (rankings, reads, length) => {
        const items = rankings.map((row, at) => {
          const keyword = `keyword ${at}`;
          const seen = { at: 1, isSample: false, importNumber: null, previous: null, cpc: null };
          const posting = {
            ...unknown,
            ...seen,
            ...row.place,
            keyword,
            volume: row.volume,
            others: row.others,
          };
          const sk = rankingSort(row.volume ?? 0, row.place.position, keyword);
          return { pk: domainPartition(market, domain), sk, d: packPosting(posting, domain) };
        });
        const tally = createDomainTally();
        for (const item of items.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)))
          tally.add(readPosting(item, domain));
        const found = await rowsOf(wholeTopPages(memoryTable(items, reads), domain, market, length));
        expect(found).toEqual(tally.pages().map(pageRowOf));
      }),
    );
  });

  const word = fc.constantFrom('coffee', 'coffees', 'grinder', 'grinders', 'mug', 'milk', 'for', 'the');
  const keyword = fc.record({
    // Most metrics are alike, so that what says the same is often folded.
    keyword: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    volume: fc.constantFrom(null, 10, 10, 10, 10, 20),
    cpc: fc.constantFrom(null, 0.5, 0.5, 0.5),
    intent: fc.option(fc.constantFrom('commercial' as const, 'informational' as const)),
    trend: fc.constantFrom([], [], [], [10, null]),
    isSample: fc.constantFrom(false, false, false, true),
  });
  const ideas = fc.record({
    // As many as an answer reads of each of the seven tokens of a long seed.
    keywords: fc.uniqueArray(keyword, { maxLength: 34, selector: (row) => row.keyword }),
    seed: fc.constantFrom('coffee', 'grinder coffee', 'Coffee mugs for milk', 'milk coffee grinder mug', '?'),
    mode: fc.constantFrom('ideas' as const, 'suggestions' as const, 'related' as const),
    filter: fc.constantFrom({}, { minVolume: 10 }, { intent: 'commercial' as const }),
    hasReal: fc.boolean(),
  });

  it('has the keywords around a seed that are folded at once, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(ideas, atOnce, runLength, async (generated, reads, length) => {
        const { keywords, seed, mode, filter, hasReal } = generated;
        const items = keywords.flatMap((row) => {
          const facts = {
            ...unknown,
            ...row,
            isSample: row.isSample || !hasReal,
            at: 1,
            trendStart: '2026-01',
          };
          return expansionTokens(row.keyword).map((token) => ({
            pk: tokenPartition(market, token),
            sk: volumeSort(row.volume, row.keyword),
            d: packTokenRow(facts),
          }));
        });
        const table = memoryTable(items, reads);
        const question = { seed, mode, ...filter };
        const { value } = await createIdeaQuestions(table).keywordIdeas(
          { ...question, limit: everyRow },
          market,
        );
        expect(value.total).toBe(value.rows.length);
        const found = wholeIdeas(table, { list: 'keyword-ideas', ...question }, market, length);
        expect(await rowsOf(found)).toEqual(value.rows);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has what is related to a seed as an answer of the most rows has it', async () => {
    const table = await sampleTable();
    const question = { seed: 'running shoes', mode: 'related' as const };
    const { value } = await createIdeaQuestions(table).keywordIdeas({ ...question, limit: 200 }, market);
    expect(value.rows.length).toBeGreaterThan(5);
    const found = wholeIdeas(table, { list: 'keyword-ideas', ...question }, market);
    expect(await rowsOf(found)).toEqual(value.rows);
  });

  const names = [domain, 'beta.example', 'gamma.example'];
  const hosts = [...names, ...Array.from({ length: 12 }, (_, at) => `linking-${at}.example`)];
  const site = fc.record({
    domain: fc.constantFrom(...hosts),
    domain_rank: fc.option(fc.integer({ min: 0, max: 4 })),
    backlinks: fc.option(fc.integer({ min: 1, max: 3 })),
    spam_score: fc.option(fc.constantFrom(5, 30, 80)),
    first_seen: fc.option(fc.constant('2026-01-01')),
    lost: fc.boolean(),
  });
  const sites = fc.uniqueArray(site, { maxLength: 15, selector: (row) => row.domain });

  it('has the link gaps that are compared at once, in the same order', async () => {
    const generated = fc.tuple(sites, sites, sites);
    await fc.assert(
      fc.asyncProperty(generated, atOnce, runLength, async (linking, reads, length) => {
        const items = linking.flatMap((rows, at) =>
          rows.map((row) => ({
            pk: linkPartition(names[at] ?? ''),
            sk: referringSort(row.domain_rank, row.domain),
            d: packSite({ ...row, links: [] }),
          })),
        );
        const links = createLinkQuestions(memoryTable(items, reads));
        const question = { domain, competitors: names.toReversed(), maxSpamScore: 30 };
        const { value } = await links.gap({ ...question, limit: everyRow });
        expect(value.total).toBe(value.rows.length);
        const found = wholeLinkGaps(links, { list: 'backlink-gaps', ...question }, length);
        expect(await rowsOf(found)).toEqual(value.rows);
      }),
    );
  });
});

import fc from 'fast-check';
import type { BulkFiles } from './bulk-world.ts';
import { worldKeywords, worldUrls } from './index-worlds.ts';

const row = fc.record({
  keyword: fc.constantFrom(...worldKeywords, 'kaffee "mühle", 🫘', '２ｃｈ'),
  position: fc.integer({ min: 1, max: 12 }),
  url: fc.constantFrom(...worldUrls),
  title: fc.option(fc.constantFrom('A title', 'Größe, "quoted"'), { nil: undefined }),
  volume: fc.option(fc.constantFrom(10, 90, 1_300, 246_000), { nil: undefined }),
  cpc: fc.option(fc.constantFrom(0.01, 1.25, 14), { nil: undefined }),
  location: fc.constantFrom('US', 'US', 'DE'),
  observed_at: fc.option(fc.constantFrom('2026-11-01', '2026-11-05', '2026-11-09'), { nil: undefined }),
});
/** Texts of plain rows, of which some have no results and some no figures, and of whole listings. */
export const plain = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((rows) => rows.map((each) => JSON.stringify(each)).join('\n'));
const listing = fc
  .record({
    q: fc.constantFrom(...worldKeywords),
    urls: fc.uniqueArray(fc.constantFrom(...worldUrls), { minLength: 1, maxLength: 25 }),
    day: fc.constantFrom('01', '05', '09'),
  })
  .map(({ q, urls, day }) =>
    JSON.stringify({
      search_metadata: { processed_at: `2026-11-${day} 10:00:00 UTC` },
      search_parameters: { q, gl: 'us', hl: 'en' },
      organic_results: urls.map((link, index) => ({
        link,
        position: index + 1,
        title: `Place ${index + 1}`,
      })),
    }),
  );
export const listings = fc.array(listing, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
export const exported = fc
  .array(fc.oneof(plain, listings), { minLength: 1, maxLength: 4 })
  .map((texts): BulkFiles => Object.fromEntries(texts.map((text, index) => [`${index}.jsonl`, text])));

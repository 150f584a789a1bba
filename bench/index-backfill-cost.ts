import { performance } from 'node:perf_hooks';
import { createTables, startDatabase } from '#local/data/database.ts';
import type { Listing } from '#shared/contract/rows.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';

/**
 * What adding a live listing to the stored index costs, in write units and in
 * time of the embedded database: a new one, the same an hour later, and one in
 * which two neighbors have swapped places.
 *
 *   npm run bench -- index-backfill-cost
 */
const market = resolveMarket();
const hour = 3_600_000;
const startedAt = Date.UTC(2026, 10, 20);

function listing(results: number, fetchedAt: number, order: (position: number) => number): Listing {
  return {
    query: `listing of ${results}`,
    fetched_at: new Date(fetchedAt).toISOString(),
    depth: results,
    item_types_present: ['organic', 'people_also_ask'],
    organic: Array.from({ length: results }, (_, index) => {
      const site = order(index);
      return {
        position: index + 1,
        rank_absolute: index + 2,
        domain: `site-${site}.example`,
        url: `https://site-${site}.example/category/page`,
        title: `Result ${site}: a title of usual length`,
        snippet:
          'A snippet says in some hundred and fifty characters what the page is about, so here is one.',
      };
    }),
    ai_overview: null,
    paid: [],
    local_pack: [],
    featured_snippet: null,
    people_also_ask: ['What is it?', 'How much is it?'],
    related_searches: [],
  };
}

const swapped = (index: number) => (index === 4 ? 5 : index === 5 ? 4 : index);
const same = (index: number) => index;

const database = await startDatabase({ env: {} });
const { index: table } = await createTables(database.clientConfig);
const documents = createDocuments(database.clientConfig);
const counted = { units: 0, requests: 0 };
documents.middlewareStack.add(
  (next) => (args) => {
    counted.requests += 1;
    return next(args);
  },
  { step: 'initialize' },
);
const meter = {
  read() {},
  written(units: number) {
    counted.units += units;
  },
};
const writer = createIndexWriter({ documents, table, meter, clock: Date.now });

for (const results of [10, 20, 100]) {
  const cases = [
    ['new', startedAt, same],
    ['the same an hour later', startedAt + hour, same],
    ['two have changed places', startedAt + 2 * hour, swapped],
  ] as const;
  for (const [name, at, order] of cases) {
    Object.assign(counted, { units: 0, requests: 0 });
    const start = performance.now();
    await writer.writeListing(listing(results, at, order), market, 'bench');
    const milliseconds = Math.round(performance.now() - start);
    process.stdout.write(`${JSON.stringify({ results, case: name, ...counted, milliseconds })}\n`);
  }
}
documents.destroy();
await database.stop();

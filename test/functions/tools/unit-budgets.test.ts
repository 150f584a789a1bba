import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { envelopeOf } from '#shared/contract/envelope.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, indexTools, startMeteredWorld } from '#test/support/service/metered-world.ts';

/**
 * Read units of a call whose question the account has asked before, by what
 * the database says: 2 for key and account, 0.5 for what the account saw, 0.5
 * each for the sites and the links that the account has brought, the rest of the
 * index. A tool that is not listed may read as much as the largest.
 */
const readUnits: Readonly<Record<string, number>> = {
  inspect_domain: 7.5,
  // Half a unit for the current totals of each of eleven rivals.
  discover_competitors: 8.5,
  research_keywords: 6,
  compare_keyword_coverage: 8,
  // Half a unit to know whether the listing that is suggested can be shown.
  inspect_serp: 3.5,
  inspect_search_visibility: 4,
  inspect_keyword: 3.5,
  inspect_page: 4.5,
  // Half a unit to know which open data is loaded, as for a domain.
  inspect_backlinks: 6,
  compare_backlink_gap: 7.5,
};
const largest = Math.max(...Object.values(readUnits));
/** Read only where the sample market is loaded, as here: whether anything real takes its place. */
const sampleUnits = 1;
/** Written: for the charge of a call, and for the record of each dataset. */
const chargeUnits = 3;
const datasetUnits = 1;
/** The crawl, and its place among those that are due. */
const crawlUnits = 2;
/** Of a kept answer at most, beside the answer: keys, what was asked, and looser packing. */
const askedBytes = 800;

describe('what a whole call takes of the database', () => {
  const world = duringTests(startMeteredWorld);

  // What costs nothing has no charge and no kept answer.
  it.each(indexTools.filter((name) => !/search_performance|_change$/u.test(name)))(
    'stays within the units of %s',
    async (name) => {
      const handler = world.handlersOn(world.documents)(name);
      const key = await world.openKey();
      const call = () => world.metered(() => handler(exampleCall(name, key), lambdaContext));
      const first = await call();
      const { value, cost } = await call();
      expect([first.value.statusCode, value.statusCode]).toEqual([200, 200]);
      const { resources } = v.parse(envelopeOf(v.unknown()), JSON.parse(value.body));
      const begun = name === 'crawl_site' ? crawlUnits : 0;
      const written = cost.writeUnits - chargeUnits - datasetUnits * resources.length - begun;
      // The answer is kept as an item, packed, with what was asked.
      expect(written).toBeGreaterThanOrEqual(1);
      expect(written).toBeLessThanOrEqual(Math.ceil((gzipSync(value.body).length + askedBytes) / 1_024));
      expect(cost.readUnits).toBeLessThanOrEqual((readUnits[name] ?? largest) + sampleUnits);
      // The first call of a day marks the key as used, and keeps what the account saw.
      expect(first.cost.writeUnits).toBeLessThanOrEqual(cost.writeUnits + 2);
    },
  );
});

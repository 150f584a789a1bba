import { lambdaContext } from '#test/support/gateway-event.ts';
import {
  exampleCall,
  indexTools,
  type MeteredWorld,
  startMeteredWorld,
} from '#test/support/service/metered-world.ts';

/**
 * Units of a call whose question the account has asked before, by what the
 * database says. Read: 2 for key and account, 0.5 for what the account saw,
 * the rest of the index. Written: 3 for the charge, 1 for each dataset.
 */
const budgets: Readonly<Record<string, { readonly read: number; readonly written: number }>> = {
  inspect_domain: { read: 6.5, written: 4 },
  discover_competitors: { read: 3, written: 3 },
  research_keywords: { read: 5.5, written: 4 },
  compare_keyword_coverage: { read: 7.5, written: 4 },
  inspect_serp: { read: 3, written: 3 },
  inspect_search_visibility: { read: 3.5, written: 3 },
  inspect_keyword: { read: 3, written: 3 },
  inspect_page: { read: 3.5, written: 3 },
  inspect_backlinks: { read: 5, written: 5 },
  compare_backlink_gap: { read: 7, written: 3 },
};

describe('what a whole call takes of the database', () => {
  let world: MeteredWorld;
  beforeAll(async () => {
    world = await startMeteredWorld();
  });
  afterAll(() => world.stop());

  it.each(indexTools)('stays within the units of %s', async (name) => {
    const handler = world.handlersOn(world.documents)(name);
    const key = await world.openKey();
    const call = () => world.metered(() => handler(exampleCall(name, key), lambdaContext));
    const first = await call();
    const { value, cost } = await call();
    expect([first.value.statusCode, value.statusCode]).toEqual([200, 200]);
    expect({ written: cost.writeUnits }).toEqual({ written: budgets[name]?.written });
    expect(cost.readUnits).toBeLessThanOrEqual(budgets[name]?.read ?? 0);
    // The first call of a day marks the key as used, and keeps what the account saw.
    expect(first.cost.writeUnits).toBeLessThanOrEqual(cost.writeUnits + 2);
  });
});

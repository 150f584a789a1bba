import { createGrowth } from '#shared/providers/growth.ts';
import type { Listing } from '#shared/search/ports.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

function listing(query: string): Listing {
  return {
    query,
    fetched_at: '2026-11-20T00:00:00.000Z',
    depth: 10,
    item_types_present: [],
    organic: [],
    ai_overview: null,
    paid: [],
    local_pack: [],
    featured_snippet: null,
    people_also_ask: [],
    related_searches: [],
  };
}

function recordedLog() {
  const signals: unknown[] = [];
  const note = (_: string, facts: Readonly<Record<string, unknown>>) => void signals.push(facts.signal);
  return { signals, log: { warn: note, error: note } };
}

describe('growth of the stored index', () => {
  it('stores every listing, one at a time', async () => {
    const stored: string[] = [];
    let inside = 0;
    let most = 0;
    const keep = createGrowth(async ({ query }) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      stored.push(query);
    }, recordedLog().log);
    const queries = Array.from({ length: 20 }, (_, number) => `query ${number}`);
    await Promise.all(queries.map((query) => keep(listing(query), unitedStates)));
    expect(stored.toSorted()).toEqual(queries.toSorted());
    expect(most).toBe(1);
  });

  it('does not hold a call up for long', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const keep = createGrowth(() => never, recordedLog().log);
    await expect(keep(listing('slow'), unitedStates)).resolves.toBeUndefined();
  });

  it('tells the operator what could not be stored, and fails no call for it', async () => {
    const { signals, log } = recordedLog();
    const keep = createGrowth(() => Promise.reject(new Error('The table is gone.')), log);
    await keep(listing('lost'), unitedStates);
    expect(signals).toEqual(['index_growth_failed']);
  });

  it('leaves listings out rather than let them pile up', async () => {
    const { signals, log } = recordedLog();
    const { promise: never } = Promise.withResolvers<void>();
    const keep = createGrowth(() => never, log);
    await Promise.all(Array.from({ length: 202 }, (_, at) => keep(listing(`query ${at}`), unitedStates)));
    expect(signals).toEqual(['index_growth_failed']);
  });
});

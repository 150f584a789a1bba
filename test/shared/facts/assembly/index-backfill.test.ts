import type { Listing } from '#shared/contract/rows.ts';
import { createIndexBackfill } from '#shared/facts/assembly/index-backfill.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { type KeepListing, organicOnly } from '#shared/facts/ports/sources.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

function listing(query: string): Listing {
  return {
    query,
    fetched_at: '2026-11-20T00:00:00.000Z',
    depth: 10,
    item_types_present: [],
    organic: [],
    ...organicOnly,
  };
}

function recordedLog() {
  const signals: unknown[] = [];
  const note = (_: string, facts: Readonly<Record<string, unknown>>) => void signals.push(facts.signal);
  return { signals, log: { warn: note, error: note } };
}

let now = Date.UTC(2026, 10, 20);
const never = new Promise<void>(() => {});

function backfill(keep: KeepListing, longestWaitMs = 2_000, signal?: AbortSignal) {
  const { signals, log } = recordedLog();
  return {
    signals,
    keep: createIndexBackfill({ keep, log, clock: () => now, longestWaitMs, restMs: 0, signal }),
  };
}

function ranking(query: string, urls: readonly string[]): Listing {
  const organic = urls.map((url, at) => ({
    position: at + 1,
    rank_absolute: at + 1,
    domain: new URL(url).hostname,
    url,
    title: null,
    snippet: null,
  }));
  return { ...listing(query), fetched_at: new Date(now).toISOString(), organic };
}

describe('the index backfill', () => {
  it('stores every listing, one at a time', async () => {
    const stored: string[] = [];
    let inside = 0;
    let most = 0;
    const { keep } = backfill(async ({ query }) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      stored.push(query);
    });
    const queries = Array.from({ length: 20 }, (_, number) => `query ${number}`);
    await Promise.all(queries.map((query) => keep(listing(query), unitedStates)));
    expect(stored.toSorted()).toEqual(queries.toSorted());
    expect(most).toBe(1);
  });

  it.each([0, 50])('does not hold a call up for longer than %i ms', async (longestWaitMs) => {
    const { keep } = backfill(() => never, longestWaitMs);
    await expect(keep(listing('slow'), unitedStates)).resolves.toBeUndefined();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('The table is gone.'))],
    [
      'throws',
      () => {
        throw new Error('The table is gone.');
      },
    ],
  ])(
    'tells the operator where storing %s, fails no call for it, and tries again the next time',
    async (_, keepIt) => {
      const stored: string[] = [];
      let isBroken = true;
      const { keep, signals } = backfill(async (each) => {
        if (isBroken) return keepIt();
        stored.push(each.query);
      });
      await keep(listing('lost'), unitedStates);
      expect(signals).toEqual(['index_backfill_failed']);
      isBroken = false;
      await keep(listing('lost'), unitedStates);
      expect(stored).toEqual(['lost']);
    },
  );

  it('leaves listings out rather than let them pile up', async () => {
    const { keep, signals } = backfill(() => never, 0);
    await Promise.all(Array.from({ length: 202 }, (_, at) => keep(listing(`query ${at}`), unitedStates)));
    expect(signals).toEqual(['index_backfill_failed']);
  });

  it('ends with the process, and says nothing of what was left', async () => {
    const stored: string[] = [];
    const ending = new AbortController();
    const { keep, signals } = backfill(
      async ({ query }) => {
        stored.push(query);
        ending.abort();
        throw new Error('The database is closed.');
      },
      50,
      ending.signal,
    );
    await Promise.all(['one', 'two', 'three'].map((query) => keep(listing(query), unitedStates)));
    expect([stored, signals]).toEqual([['one'], []]);
  });

  it('stores a listing again when a place or its market is another, or when a day is over', async () => {
    const stored: string[] = [];
    const { keep } = backfill(async (each, market) => {
      stored.push(
        `${market.location.name} ${each.organic.map(({ url }) => new URL(url).pathname).join(' ')}`,
      );
    });
    const [one, other] = ['https://shop.example/one', 'https://shop.example/other'] as const;
    const britain = resolveMarket({ location: 'gb' });
    await keep(ranking('shoes', [one, other]), unitedStates);
    now += 3_600_000;
    await keep(ranking('Shoes', [one, other]), unitedStates);
    expect(stored).toEqual(['United States /one /other']);
    await keep(ranking('shoes', [one, other]), britain);
    await keep(ranking('shoes', [other, one]), unitedStates);
    now += 86_400_000;
    await keep(ranking('shoes', [other, one]), unitedStates);
    expect(stored).toEqual([
      'United States /one /other',
      'United Kingdom /one /other',
      'United States /other /one',
      'United States /other /one',
    ]);
  });
});

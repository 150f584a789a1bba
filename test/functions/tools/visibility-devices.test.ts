import { inspectSearchVisibility } from '#functions/tools/inspect-search-visibility/contract.ts';
import { checkInput } from '#shared/calls/admit-call.ts';
import { questionKey } from '#shared/facts/answers/observations.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { marketKey } from '#shared/facts/ports/fact.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';
import { memoryListings } from '#test/support/sources/world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();
const stored = memorySources(outdoorWorld);
const desktop = resolveMarket();
const mobile = resolveMarket({ device: 'mobile' });
const clock = () => Date.UTC(2026, 10, 23, 12);

const listed = async (first: string, second: string) => {
  const world = { keywords: [{ keyword: 'shoes', listing: [first, second] }] };
  const { value } = await memoryListings(world, 'live').listing('shoes', desktop, 10);
  if (!value) throw new Error('No listing.');
  return { ...value, fetched_at: '2026-11-23T11:00:00.000Z' };
};

describe('a listing on mobiles', () => {
  it('has a key of its own in the stored index, and leaves that of desktops as it was', () => {
    expect([desktop, mobile].map(marketKey)).toEqual(['2840:en', '2840:en:mobile']);
    expect(marketKey(resolveMarket({ device: 'desktop' }))).toBe('2840:en');
  });

  it('is kept beside that of desktops: neither answers for the other, and volumes are of both', async () => {
    const { documents, tables } = database;
    const writer = createIndexWriter({ documents, table: tables.index, clock });
    const places = await listed('https://shop.example/a', 'https://rival.example/b');
    const others = await listed('https://rival.example/b', 'https://shop.example/m');
    await writer.writeListing(places, desktop, 'live');
    const { index } = createStoredIndex({ documents, table: tables.index });
    const at = async (market: typeof desktop) => {
      const { value } = await index.positions('shop.example', ['shoes'], market, ['rival.example']);
      return value.map(({ status, position, rivals }) => [
        status,
        position,
        rivals.map((one) => one.position),
      ]);
    };
    expect(await at(mobile)).toEqual([['unknown', null, []]]);
    await writer.writeListing(others, mobile, 'live');
    expect(await at(desktop)).toEqual([['ranked', 1, [2]]]);
    expect(await at(mobile)).toEqual([['ranked', 2, [1]]]);
    const metrics = { volume: 900, cpc: null, level: null, difficulty: null, intent: null };
    const seen = { trend: [], trendStart: null, at: clock() / 1_000, source: 'test' };
    await writer.carryOver([{ market: desktop, keyword: 'shoes', metrics: { ...metrics, ...seen } }]);
    const { value } = await index.positions('shop.example', ['shoes'], mobile);
    expect(value).toMatchObject([{ position: 2, monthly_volume: 900 }]);
  });

  it('gives no rows of domains, pages and words, which are asked of desktops', async () => {
    const { documents, tables } = database;
    const table = createIndexTable({ documents, table: tables.index });
    const { items } = await table.range({ pk: 'D#2840:en:mobile#shop.example' });
    expect(items).toEqual([]);
  });
});

describe('inspect_search_visibility of a device', () => {
  it('asks listings of that device alone', async () => {
    const asked: unknown[] = [];
    const live = memoryListings(outdoorWorld, 'live');
    const sources = {
      ...stored,
      liveListings: {
        ...live,
        listing: (...[query, market, ...rest]: Parameters<typeof live.listing>) => {
          asked.push(market.device ?? 'desktop');
          return live.listing(query, market, ...rest);
        },
      },
    };
    for (const device of ['mobile', 'desktop', undefined] as const) {
      const question = { domain: 'shop.example', keywords: ['running shoes'], mode: 'live' as const };
      const { data } = await askTool(
        'inspect_search_visibility',
        { ...question, ...(device && { device }) },
        { sources },
      );
      expect(data.device).toBe(device === 'mobile' ? 'mobile' : undefined);
    }
    expect(asked).toEqual(['mobile', 'desktop', 'desktop']);
  });

  it('is compared with the answers of its own device, and those before devices with desktops', () => {
    const keyOf = (device?: string) => {
      const sent = { domain: 'shop.example', keywords: ['shoes'], ...(device && { device }) };
      return questionKey('inspect_search_visibility', checkInput(inspectSearchVisibility, sent).input);
    };
    expect(keyOf('desktop')).toBe(keyOf());
    expect(keyOf('mobile')).not.toBe(keyOf());
    const { market } = checkInput(inspectSearchVisibility, {
      domain: 'shop.example',
      keywords: ['shoes'],
      device: 'mobile',
    });
    expect(market.device).toBe('mobile');
  });

  it('tells the best place of each rival and the items of the listing, from live and stored alike', async () => {
    const live = memoryListings(outdoorWorld, 'live');
    const asked = { domain: 'shop.example', keywords: ['running shoes'], serp_features: true };
    const rivals = ['wikipedia.org', 'nowhere.example'];
    const { data } = await askTool(
      'inspect_search_visibility',
      { ...asked, rivals, mode: 'newest' },
      { sources: { ...stored, liveListings: live } },
    );
    const listing = await live.listing('running shoes', desktop, 20);
    const expected = listing.value?.organic
      .filter(({ domain }) => domain.endsWith('wikipedia.org'))
      .map(({ position }) => position)
      .slice(0, 1);
    expect(data.mode_used).toBe('live');
    expect(data.positions[0]?.rivals?.map(({ position }) => position)).toEqual(expected);
    expect(data.positions[0]?.serp_features).toEqual(listing.value?.item_types_present);
    const index = await askTool(
      'inspect_search_visibility',
      { ...asked, mode: 'newest' },
      { sources: stored },
    );
    expect(index.data.mode_used).toBe('index');
    expect(index.data.positions[0]?.rivals).toBeUndefined();
  });
});

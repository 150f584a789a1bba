import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Database, startDatabase, tableNames } from '#local/data/database.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { sampleTable } from '#shared/facts/sample/sample-table.ts';
import { countDomains } from '#shared/facts/stored-index/counting/domain-count.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import {
  loadSampleMarket,
  sampleItems,
  sampleLinks,
  sampleUpdates,
} from '#shared/facts/stored-index/sample/sample-market.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';

const updates = sampleUpdates();
const findIntent = await loadIntents();

describe('the sample market', () => {
  it('is the same in every run', () => {
    expect(JSON.stringify(sampleUpdates()) === JSON.stringify(updates)).toBe(true);
    const items = (count: number) => [...sampleItems(findIntent).take(count)];
    expect(items(500)).toEqual(items(500));
  });

  it('has in memory, where each of its markets is made when it is asked, what is made of all at once', async () => {
    const table = await sampleTable();
    const partitions = Map.groupBy(sampleItems(findIntent), ({ pk }) => String(pk));
    expect(partitions.size).toBeGreaterThan(9_000);
    for (const [pk, items] of partitions) {
      const { items: found } = await table.range({ pk, limit: items.length + 1 });
      const inOrder = items.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
      expect(isDeepStrictEqual(found, inOrder) || pk).toBe(true);
    }
  });

  it('has a few thousand keywords in two countries, on reserved domains only', () => {
    expect(updates.length).toBeGreaterThan(1_500);
    expect(new Set(updates.map(({ market }) => market.location.countryIso))).toEqual(new Set(['US', 'GB']));
    const hosts = new Set(updates.flatMap(({ listing }) => listing?.rows.map((row) => row.root) ?? []));
    for (const links of sampleLinks()) hosts.add(links.domain);
    for (const host of hosts) expect(host).toMatch(/\.example$/u);
  });

  it('shows listing items and unknown prices at the rates of real listings', () => {
    const desktop = updates.filter(({ market }) => market.device === undefined);
    const share = (test: (update: (typeof updates)[number]) => boolean) =>
      desktop.filter(test).length / desktop.length;
    const shows = (item: string) => share(({ texts }) => texts?.item_types_present.includes(item) ?? false);
    expect(shows('people_also_ask')).toBeCloseTo(0.7, 1);
    expect(shows('ai_overview')).toBeCloseTo(0.35, 1);
    expect(shows('paid')).toBeCloseTo(0.2, 1);
    expect(shows('local_pack')).toBeCloseTo(0.08, 1);
    expect(share(({ metrics }) => metrics?.cpc === null)).toBeCloseTo(1 / 3, 1);
    for (const { metrics } of desktop) expect(metrics?.trend).toHaveLength(12);
  });

  it('lists other places on mobiles, for the same keywords', () => {
    const placesOn = (device: 'mobile' | undefined) =>
      updates
        .filter(({ market }) => market.device === device && market.location.countryIso === 'US')
        .map(({ keyword, listing }) => [keyword, listing?.rows.map(({ url }) => url)] as const);
    const [desktop, mobile] = [placesOn(undefined), placesOn('mobile')];
    expect(mobile.map(([keyword]) => keyword)).toEqual(desktop.map(([keyword]) => keyword));
    const same = mobile.filter(([, places], at) => String(places) === String(desktop[at]?.[1]));
    expect(same.length / mobile.length).toBeLessThan(0.1);
  });
});

describe('loading the sample market', () => {
  let folder: string;
  let database: Database;
  let documents: DynamoDBDocumentClient;
  const table = tableNames().index;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-sample-'));
    expect(await makeSampleDatabase(folder, table)).toBe(true);
    database = await startDatabase({ folder, env: {} });
    documents = createDocuments(database.clientConfig);
  });
  afterAll(async () => {
    documents.destroy();
    await database.stop();
    await rm(folder, { recursive: true });
  });

  it('happens once, counts as the writer counts, and answers the documented questions', async () => {
    const target = { documents, table, clock: Date.now };
    expect(await makeSampleDatabase(folder, table)).toBe(false);
    expect(await loadSampleMarket(target)).toBe(false);
    const market = resolveMarket();
    const { index, storedListings, backlinks } = createStoredIndex(target);
    const facts = [
      await index.domainOverview('grindhaus.example', market),
      await index.keywordDetail('coffee grinder', market),
      await storedListings.listing('running shoes', market, 10),
      await backlinks.gap({
        domain: 'trailpeak.example',
        competitors: ['summitgear.example'],
        limit: 5,
        maxSpamScore: 30,
      }),
    ];
    for (const { value, notices, provenance } of facts) {
      expect(value).not.toBeNull();
      expect(notices.map(({ code }) => code)).toEqual(['sample_data']);
      expect(provenance.connection_id).toBe('sample-market');
    }
    expect(
      (await index.competitors('trailpeak.example', market, 10)).value.rows.map((row) => row.is_giant),
    ).toContain(true);
    const touched = ['trailpeak.example', 'blog.trailpeak.example', 'openlexicon.example'];
    const counted = () =>
      Promise.all(
        touched.flatMap((domain) => [
          index.domainOverview(domain, market),
          index.topPages(domain, market, 100),
          index.competitors(domain, market, 100),
        ]),
      );
    const before = await counted();
    await countDomains(
      createIndexTable(target),
      touched.map((domain) => ({ market, domain, rowsChanged: true, changed: new Map(), rows: undefined })),
      { exact: true },
    );
    expect(await counted()).toEqual(before);
  });

  it('leaves what somebody imported where it is newer', async () => {
    const writer = createIndexWriter({ documents, table, clock: Date.now });
    const { index } = createStoredIndex({ documents, table });
    const market = resolveMarket();
    const [update] = updates;
    if (!update?.texts) throw new Error('The sample market is empty.');
    const [row] = update.texts.organic;
    const listing = {
      ...update.texts,
      fetched_at: '2026-11-20T00:00:00.000Z',
      organic: row ? [{ ...row, domain: 'real.example', url: 'https://real.example/' }] : [],
    };
    await writer.writeListing(listing, market, 'imp_real');
    const { value, notices } = await index.rankedKeywords({ domain: 'real.example' }, market, 10);
    expect(value.rows).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  it('steps back from ideas as soon as one of them is real', async () => {
    const { index } = createStoredIndex({ documents, table });
    const seed = updates[0]?.keyword ?? '';
    const ideas = async (mode: 'ideas' | 'suggestions') =>
      index.keywordIdeas({ seed, mode, limit: 50 }, resolveMarket());
    for (const mode of ['ideas', 'suggestions'] as const) {
      const { value, notices, provenance } = await ideas(mode);
      expect(value.rows.map(({ keyword }) => keyword)).toEqual([seed]);
      expect([notices.some(({ code }) => code === 'sample_data'), provenance.connection_id]).toEqual([
        false,
        null,
      ]);
    }
  });
});

import type { Listing } from '#shared/contract/rows.ts';
import { createSourceOpener, type SourceOpener } from '#shared/facts/assembly/open-sources.ts';
import { undoImport } from '#shared/facts/imports/import-bundle.ts';
import { createSpend } from '#shared/facts/ports/fact.ts';
import { organicOnly } from '#shared/facts/ports/sources.ts';
import { parseUpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { silentLog } from '#shared/facts/provider/upstream-care.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';

let database: TestDatabase;
let upstream: UpstreamServer;
let offset = 0;
const clock = () => Date.now() + offset;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
afterAll(async () => {
  await upstream.stop();
  await database.stop();
});
beforeEach(() => {
  // Beyond everything that is kept, and any open breaker.
  offset += 400 * 86_400_000;
  upstream.fail(undefined);
  upstream.forget();
});

function opener(
  account: Awaited<ReturnType<Parameters<typeof createSourceOpener>[0]['upstream']>>,
): SourceOpener {
  const { documents, tables } = database;
  return createSourceOpener({ documents, tables, clock, log: silentLog, upstream: async () => account });
}

function open(openSources = opener(upstream)) {
  const spend = createSpend();
  return openSources(spend, AbortSignal.timeout(120_000), 'acct_caller', 'all').then((sources) => ({
    ...sources,
    spend,
  }));
}

function listingOf(query: string, domains: readonly string[]): Listing {
  return {
    query,
    fetched_at: new Date(clock()).toISOString(),
    depth: 10,
    item_types_present: ['organic'],
    organic: domains.map((domain, at) => ({
      position: at + 1,
      rank_absolute: at + 1,
      domain,
      url: `https://${domain}/`,
      title: domain,
      snippet: null,
    })),
    ...organicOnly,
  };
}

function importListing(query: string, domains: readonly string[], source = 'import') {
  const writer = createIndexWriter({ documents: database.documents, table: database.tables.index, clock });
  return writer.writeListing(listingOf(query, domains), unitedStates, source);
}

describe('sources without a provider', () => {
  it('answer from the stored index alone, and have no live listings', async () => {
    await importListing('stored only', ['stored-only.example']);
    const { index, liveListings } = await open(opener(undefined));
    const fact = await index.rankedKeywords({ domain: 'stored-only.example' }, unitedStates, 10);
    expect(fact.value.rows.map(({ keyword }) => keyword)).toEqual(['stored only']);
    expect(liveListings).toBeUndefined();
    expect(upstream.requests).toHaveLength(0);
  });

  it('see an import with the very next question', async () => {
    const { index } = await open(opener(undefined));
    const ask = () => index.rankedKeywords({ domain: 'imported-later.example' }, unitedStates, 10);
    expect((await ask()).value.rows).toHaveLength(0);
    await importListing('imported later', ['imported-later.example']);
    expect((await ask()).value.rows).toHaveLength(1);
  });

  const links = 'Target URL,Referring page URL\nhttps://shop.example/a,https://blog.example/post\n';
  it.each([
    ['figures', 'Top queries,Clicks,Impressions,CTR,Position\nboots,3,495,0.6%,12\n'],
    ['links', links],
  ])('see with the very next call that an account which had nothing has brought %s', async (kind, file) => {
    const world = await openImportWorld(database);
    const { documents, tables } = database;
    const openSources = createSourceOpener({
      documents,
      tables: { ...tables, index: world.table },
      clock,
      log: silentLog,
      upstream: async () => undefined,
    });
    const brought = async () => {
      const { own, hasOwnLinks } = await open(openSources);
      return kind === 'links'
        ? hasOwnLinks?.('shop.example')
        : (await own?.sites(unitedStates))?.length === 1;
    };
    for (let times = 0; times < 3; times += 1) expect(await brought()).toBe(false);
    const { import_id: id } = await world.import(file, { owner: 'acct_caller', domain: 'shop.example' });
    for (let times = 0; times < 3; times += 1) expect(await brought()).toBe(true);
    await undoImport(String(id), 'acct_caller', world.services);
    for (let times = 0; times < 3; times += 1) expect(await brought()).toBe(false);
  });

  it.each(['', 'null', '{}', '{"login":"","password":"x"}', 'not json'])(
    'are what a secret of %j leads to',
    (secret) => {
      expect(parseUpstreamAccount(secret)).toBeUndefined();
    },
  );
});

describe('sources with a provider', () => {
  it('answer from the provider, whose cost lands in the spend of the call', async () => {
    const { index, spend } = await open();
    const fact = await index.rankedKeywords({ domain: 'trailhound.example' }, unitedStates, 25);
    expect(fact.value.rows).toHaveLength(25);
    expect(spend.microUsd).toBe(15_000);
    expect(spend.microUsd).toBe(upstream.statedMicroUsd);
  });

  it('let a live listing grow the stored index', async () => {
    const { liveListings, storedListings } = await open();
    const live = await liveListings?.listing('standing desk review', unitedStates, 10);
    const urls = live?.value?.organic.map(({ url }) => url);
    const storedUrls = async () => {
      const stored = await storedListings.listing('standing desk review', unitedStates, 10);
      return stored.value?.organic.map(({ url }) => url);
    };
    // A call does not wait for all of it.
    while ((await storedUrls()) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await storedUrls()).toEqual(urls);
  });

  it('serve what the provider said before, flagged, when it is down', async () => {
    const ask = async () => {
      const { index, spend } = await open();
      return { fact: await index.topPages('peakgear.example', unitedStates, 5), spend };
    };
    const first = await ask();
    offset += 2 * 86_400_000;
    upstream.fail(() => 'internal_error');
    const second = await ask();
    expect(second.fact.value).toEqual(first.fact.value);
    expect(second.fact.notices.map(({ code }) => code)).toEqual(['stale_data']);
    expect(second.fact.provenance).toMatchObject({
      cache_hit: true,
      observed_at: first.fact.provenance.observed_at,
    });
  });

  it('serve the stored index, flagged with its age, when the provider is down and was never asked', async () => {
    await importListing('only imported', ['only-imported.example']);
    upstream.fail(() => 'reset');
    const { index, spend } = await open();
    const fact = await index.rankedKeywords({ domain: 'only-imported.example' }, unitedStates, 10);
    expect(fact.value.rows).toHaveLength(1);
    expect(fact.notices.map(({ code }) => code)).toEqual(['stale_data']);
    // The answer was lost after the request was sent: what it may have cost is known as an estimate only.
    expect([spend.microUsd, spend.estimatedMicroUsd]).toEqual([15_000, 15_000]);
  });

  it('fail when the provider is down and nothing is known', async () => {
    upstream.fail(() => 'reset');
    const { index } = await open();
    await expect(index.topPages('unheard-of.example', unitedStates, 5)).rejects.toMatchObject({
      code: 'upstream_error',
    });
  });

  it('never put the sample market in the place of facts', async () => {
    await importListing('sample keyword', ['sampled.example'], 'sample-market');
    upstream.fail(() => 'internal_error');
    const { index } = await open();
    await expect(index.rankedKeywords({ domain: 'sampled.example' }, unitedStates, 10)).rejects.toMatchObject(
      { code: 'upstream_error' },
    );
  });

  it('show an old listing for a dead provider only where the whole listing is wanted', async () => {
    await importListing('desk lamp', ['lamps.example']);
    upstream.fail(() => 'http_502_page');
    const { liveListings } = await open();
    const whole = await liveListings?.listing('desk lamp', unitedStates, 10);
    expect(whole?.provenance.source_class).not.toBe('live_serp');
    expect(whole?.notices.map(({ code }) => code)).toContain('stale_data');
    const positions = liveListings?.listing('desk lamp', unitedStates, 10, undefined, 'positions');
    await expect(positions).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('follow an account whose password is changed while the function runs', async () => {
    const { login, password, baseUrl } = upstream;
    let current = { login, password: 'an old one', baseUrl };
    const { documents, tables } = database;
    const openSources = createSourceOpener({
      documents,
      tables,
      clock,
      log: silentLog,
      upstream: async () => current,
    });
    const ask = async () => (await open(openSources)).index.topPages('solemate.example', unitedStates, 5);
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    current = { login, password, baseUrl };
    offset += 61_000;
    expect((await ask()).value.rows).toHaveLength(5);
  });

  it('are there again after reading the account has failed once', async () => {
    let reads = 0;
    const { documents, tables } = database;
    const openSources = createSourceOpener({
      documents,
      tables,
      clock,
      log: silentLog,
      upstream: async () => {
        reads += 1;
        if (reads === 1) throw new Error('The secret store does not answer.');
        return upstream;
      },
    });
    await expect(open(openSources)).rejects.toThrow('secret store');
    expect((await open(openSources)).liveListings).toBeDefined();
  });
});

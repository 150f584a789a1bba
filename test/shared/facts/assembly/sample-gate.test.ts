import { createSourceOpener } from '#shared/facts/assembly/open-sources.ts';
import { createSpend } from '#shared/facts/ports/fact.ts';
import { organicOnly } from '#shared/facts/ports/sources.ts';
import { silentLog } from '#shared/facts/provider/upstream-care.ts';
import { recordChange } from '#shared/facts/search-console/site-changes.ts';
import { sampleLinks, sampleMarker } from '#shared/facts/stored-index/sample/sample-market.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

const seed = 'hiking boots';
const exported = 'Top queries,Clicks,Impressions,CTR,Position\nhiking boots,3,495,0.6%,12\n';

/** A small sample market in an index of its own, with its marker. */
async function openWorld(database: ReturnType<typeof testDatabase>) {
  const world = await openImportWorld(database);
  const { writer } = world.services;
  const organic = ['summitgear.example', 'trailpeak.example'].map((domain, at) => ({
    position: at + 1,
    rank_absolute: at + 1,
    domain,
    url: `https://${domain}/boots`,
    title: domain,
    snippet: null,
  }));
  const listing = { query: seed, fetched_at: '2026-11-01T00:00:00.000Z', depth: 10, organic };
  await writer.writeListing(
    { ...organicOnly, ...listing, item_types_present: ['organic'] },
    unitedStates,
    'sample-market',
  );
  await writer.writeLinks(sampleLinks().filter(({ domain }) => domain === 'trailpeak.example'));
  await world.items.put(sampleMarker());
  const open = (accountId: string) =>
    createSourceOpener({
      documents: database.documents,
      tables: { facts: database.tables.facts, index: world.table },
      clock: Date.now,
      log: silentLog,
      upstream: async () => undefined,
    })(createSpend(), AbortSignal.timeout(60_000), accountId, 'all');
  return { ...world, open };
}

/** What every kind of question says of the sample market. */
async function saidOfSample({
  index,
  storedListings,
  backlinks,
  notes,
}: Awaited<ReturnType<Awaited<ReturnType<typeof openWorld>>['open']>>) {
  const [overview, ranked, page, detail, listing, ideas, places, links, referring, elsewhere] =
    await Promise.all([
      index.domainOverview('trailpeak.example', unitedStates),
      index.rankedKeywords({ domain: 'summitgear.example' }, unitedStates, 10),
      index.rankedKeywords({ url: 'https://summitgear.example/boots' }, unitedStates, 10),
      index.keywordDetail(seed, unitedStates),
      storedListings.listing(seed, unitedStates, 10),
      index.keywordIdeas({ seed: 'boots', mode: 'ideas', limit: 10 }, unitedStates),
      index.positions('trailpeak.example', [seed], unitedStates),
      backlinks.profile('trailpeak.example'),
      backlinks.referringDomains('trailpeak.example', 5),
      notes?.knownIn({ keyword: seed }, { ...unitedStates, language: { code: 'fr', name: 'French' } }),
    ]);
  return {
    keywords: overview.value.organic_keywords,
    rows: ranked.value.rows.length + page.value.rows.length + ideas.value.rows.length,
    detail: detail.value?.serp_top.length ?? null,
    listed: listing.value?.organic.length ?? null,
    status: places.value[0]?.status,
    links: links.value?.backlinks ?? null,
    referring: referring.value.rows.length,
    elsewhere: elsewhere?.length,
  };
}

const hidden = {
  keywords: null,
  rows: 0,
  detail: null,
  listed: null,
  status: 'unknown',
  links: null,
  referring: 0,
  elsewhere: 0,
};

describe('the sample market', () => {
  const database = testDatabase();

  it('answers as long as nothing real is there', async () => {
    const world = await openWorld(database);
    const said = await saidOfSample(await world.open('acct_new'));
    expect(said).toMatchObject({
      keywords: 1,
      rows: 3,
      detail: 2,
      listed: 2,
      status: 'ranked',
      elsewhere: 1,
    });
    expect(said.links).toBeGreaterThan(0);
  });

  it('stays for an account that has only recorded a change', async () => {
    const world = await openWorld(database);
    await recordChange(world.items, 'acct_deploys', {
      ...{ site: 'shop.example', what: 'New titles', pages: ['/*'], now: Date.now() },
    });
    expect((await saidOfSample(await world.open('acct_deploys'))).detail).toBe(2);
    await world.import(exported, { owner: 'acct_deploys', domain: '511tactical.com' });
    expect(await saidOfSample(await world.open('acct_deploys'))).toEqual(hidden);
  });

  it('is out of every answer of an account that has brought its own figures, and of no other account’s', async () => {
    const world = await openWorld(database);
    const named = { owner: 'acct_own', domain: '511tactical.com' };
    await world.import(exported, named);
    expect(await saidOfSample(await world.open('acct_own'))).toEqual(hidden);
    expect((await saidOfSample(await world.open('acct_other'))).detail).toBe(2);
  });

  it('is out of everybody’s answers once anything was imported for all, and what was imported is there', async () => {
    const world = await openWorld(database);
    await world.import('keyword,volume\nhiking boots,1900\nwork boots,800\n');
    const sources = await world.open('acct_any');
    const ideas = await sources.index.keywordIdeas({ seed: 'boots', mode: 'ideas', limit: 10 }, unitedStates);
    expect(ideas.value.rows.map(({ keyword }) => keyword)).toEqual([seed, 'work boots']);
    const detail = await sources.index.keywordDetail(seed, unitedStates);
    expect(detail.value).toMatchObject({ monthly_volume: 1900, serp_top: [] });
    expect(await sources.index.domainOverview('trailpeak.example', unitedStates)).toMatchObject({
      value: { organic_keywords: null },
    });
  });
});

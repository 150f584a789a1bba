import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { SearchIndex } from '#shared/facts/ports/search-index.ts';
import { type ConnectedProvider, connectProvider } from '#test/support/upstream/connected.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { storeWeb } from '#test/support/upstream/stored-web.ts';
import { keywords, linksTo, rankingsOf } from '#test/support/upstream/world.ts';

/** What tool logic may rely on with every provider: the stored index and the live provider over the same web. */
interface Provider {
  readonly index: SearchIndex;
  readonly backlinks: BacklinkIndex;
}

const domain = 'trailhound.example';
const rivals = ['peakgear.example', 'fellrunner.example'];
const nobody = 'nobody-knows.example';
let live: ConnectedProvider;
const providers: Record<string, Provider> = {};

beforeAll(async () => {
  // All questions of this file are asked within one call.
  live = await connectProvider({ callBudgetMicroUsd: 10_000_000 });
  const { documents, tables } = live.database;
  providers['the stored index'] = await storeWeb(documents, tables.index);
  providers['the live provider'] = live.open(AbortSignal.timeout(60_000));
});
afterAll(() => live.stop());

const codes = ({ notices }: Fact<unknown>) => notices.map(({ code }) => code);
const descending = (values: readonly (number | null)[]) =>
  values.map((value) => value ?? -1).every((value, at, all) => at === 0 || (all[at - 1] ?? 0) >= value);
const isOf = (url: string, host: string) => {
  const { hostname } = new URL(url);
  return hostname === host || hostname.endsWith(`.${host}`);
};
const placeOf = (site: string, keyword: string) =>
  rankingsOf(site).find((ranking) => ranking.keyword.keyword === keyword)?.result.position;

describe.each(['the stored index', 'the live provider'])('%s', (name) => {
  const ask = () => providers[name] as Provider;

  it('knows nothing about an unknown domain, says so, and does not fail', async () => {
    const { index, backlinks } = ask();
    const overview = await index.domainOverview(nobody, unitedStates);
    expect(
      Object.values({ ...overview.value, ...overview.value.movement, ...overview.value.intent_mix }).filter(
        (value) => typeof value === 'number',
      ),
    ).toEqual([]);
    const lists: Fact<{ readonly rows: readonly unknown[] }>[] = [
      await index.rankedKeywords({ domain: nobody }, unitedStates, 10),
      await index.rankedKeywords({ url: `https://${nobody}/` }, unitedStates, 10),
      await index.topPages(nobody, unitedStates, 10),
      await index.competitors(nobody, unitedStates, 10),
      await backlinks.referringDomains(nobody, 10),
      await backlinks.anchors(nobody, 10),
      await backlinks.backlinks(nobody, 10),
    ];
    for (const list of lists) expect(list.value.rows).toEqual([]);
    for (const fact of [overview, ...lists]) expect(codes(fact)).toContain('no_data');
    expect((await backlinks.profile(nobody)).value).toBeNull();
    expect((await index.pageOverview(`https://${nobody}/`, unitedStates)).value.organic_keywords).toBeNull();
  });

  it('knows nothing about an unknown keyword', async () => {
    const { index } = ask();
    for (const mode of ['ideas', 'suggestions', 'related'] as const) {
      const ideas = await index.keywordIdeas({ seed: 'zzqx wvut', mode, limit: 10 }, unitedStates);
      expect(ideas.value.rows).toEqual([]);
      expect(codes(ideas)).toContain('no_data');
    }
    expect((await index.keywordDetail('zzqx wvut', unitedStates)).value).toBeNull();
    const [row] = (await index.positions(domain, ['zzqx wvut'], unitedStates)).value;
    expect(row).toMatchObject({
      keyword: 'zzqx wvut',
      status: 'unknown',
      position: null,
      monthly_volume: null,
    });
  });

  it('lists ranked keywords of a domain and its subdomains, best traffic first, no more than asked', async () => {
    const { value, provenance } = await ask().index.rankedKeywords({ domain }, unitedStates, 20);
    expect(value.rows).toHaveLength(20);
    expect(value.total ?? 20).toBeGreaterThanOrEqual(20);
    expect(descending(value.rows.map(({ estimated_traffic }) => estimated_traffic))).toBe(true);
    for (const { position, url, keyword } of value.rows) {
      expect(position).toBeGreaterThanOrEqual(1);
      expect(isOf(url, domain)).toBe(true);
      expect(rankingsOf(domain)).toContainEqual(
        expect.objectContaining({
          keyword: expect.objectContaining({ keyword }),
          result: expect.objectContaining({ url, position }),
        }),
      );
    }
    expect(provenance).toMatchObject({
      source_class: 'search_index',
      method: 'indexed',
      connection_id: null,
    });
    expect(provenance.observed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
  });

  it('lets a subdomain stand for itself', async () => {
    const host =
      rankingsOf('peakgear.example')
        .map(({ result }) => result.host)
        .find((each) => each !== 'peakgear.example') ?? '';
    const subdomain = host.replace(/^www\./u, '') === 'peakgear.example' ? 'shop.peakgear.example' : host;
    const { value } = await ask().index.rankedKeywords({ domain: subdomain }, unitedStates, 10);
    for (const { url } of value.rows) expect(isOf(url, subdomain)).toBe(true);
  });

  it('counts so that what is included is never more than what includes it', async () => {
    const { value } = await ask().index.domainOverview(domain, unitedStates);
    expect(value.top_3_keywords ?? 0).toBeLessThanOrEqual(value.top_10_keywords ?? 0);
    expect(value.top_10_keywords ?? 0).toBeLessThanOrEqual(value.organic_keywords ?? 0);
    const shares = Object.values(value.intent_mix).reduce<number>((sum, share) => sum + (share ?? 0), 0);
    expect(shares).toBeCloseTo(1, 6);
  });

  it('knows a page by its exact address alone', async () => {
    const { index } = ask();
    const { value: best } = await index.topPages(domain, unitedStates, 3);
    expect(best.rows).toHaveLength(3);
    expect(descending(best.rows.map((row) => row.estimated_organic_traffic_per_month))).toBe(true);
    const url = best.rows[0]?.url ?? '';
    const page = await index.pageOverview(url, unitedStates);
    const { value: ranked } = await index.rankedKeywords({ url }, unitedStates, 100);
    expect(page.value.organic_keywords).toBe(ranked.rows.length);
    for (const row of ranked.rows) expect(row.url).toBe(url);
  });

  it('names competitors by what they share, never the domain itself', async () => {
    const { index } = ask();
    const answers = [
      await index.competitors(domain, unitedStates, 5),
      await index.competitorsForKeywords(['running shoes', 'Best Running Shoes'], unitedStates, 5),
    ];
    for (const { value } of answers) {
      expect(value.rows.length).toBeGreaterThan(0);
      expect(value.rows.length).toBeLessThanOrEqual(5);
      for (const row of value.rows) {
        expect(row.shared_keywords).toBeGreaterThan(0);
        expect(row.relevance ?? 0).toBeGreaterThanOrEqual(0);
        expect(row.relevance ?? 0).toBeLessThanOrEqual(1);
        expect(row.competitor).not.toMatch(/^www\./u);
      }
    }
    expect(answers[0]?.value.rows.map(({ competitor }) => competitor)).not.toContain(domain);
  });

  it.each(['ideas', 'suggestions', 'related'] as const)(
    'applies the filters of %s before the limit',
    async (mode) => {
      const question = {
        seed: 'running shoes',
        mode,
        limit: 4,
        minVolume: 100,
        intent: 'commercial',
      } as const;
      const { value } = await ask().index.keywordIdeas(question, unitedStates);
      expect(value.rows.length).toBeGreaterThan(0);
      expect(value.rows.length).toBeLessThanOrEqual(4);
      for (const row of value.rows) {
        expect(row).toMatchObject({ intent: 'commercial' });
        expect(row.monthly_volume).toBeGreaterThanOrEqual(100);
        expect(row.trend.map(({ month }) => month)).toEqual(row.trend.map(({ month }) => month).toSorted());
      }
    },
  );

  it('knows a keyword in whatever case it is asked for', async () => {
    const known = keywords.find(({ keyword }) => keyword === 'best running shoes');
    const { value } = await ask().index.keywordDetail('Best Running SHOES', unitedStates);
    expect(value).toMatchObject({
      monthly_volume: known?.volume,
      intent: known?.intent,
      difficulty: known?.difficulty,
    });
    expect(value?.serp_top[0]).toMatchObject({ position: 1, url: known?.results[0]?.url });
    expect(value?.serp_features).toContain('organic');
  });

  it('tells gaps from keywords where a rival is ahead, most searches first', async () => {
    const { value } = await ask().index.coverage(domain, rivals, unitedStates, 15);
    expect(value.gaps.rows.length).toBeGreaterThan(0);
    expect(value.losing.rows.length).toBeGreaterThan(0);
    for (const list of [value.gaps, value.losing, value.strong]) {
      expect(list.rows.length).toBeLessThanOrEqual(15);
      expect(descending(list.rows.map(({ monthly_volume }) => monthly_volume))).toBe(true);
    }
    for (const row of value.losing.rows)
      expect(row.best_competitor.position).toBeLessThan(row.target_position);
    for (const row of value.gaps.rows)
      for (const { competitor } of row.competitor_positions)
        expect(placeOf(competitor, row.keyword)).toBeGreaterThan(0);
  });

  it('calls no keyword strong for which a rival is ahead, however few rows were read of each rival', async () => {
    // Some rank for every keyword, the others for their own alone: the first rows of each are others.
    const sites = [domain, ...rivals, 'youtube.com', 'site-23.example'];
    let strong = 0;
    for (const site of sites) {
      const others = sites.filter((other) => other !== site);
      const { value } = await ask().index.coverage(site, others, unitedStates, 15);
      strong += value.strong.rows.length;
      for (const { keyword, target_position } of value.strong.rows) {
        const places = others.flatMap((other) => placeOf(other, keyword) ?? []);
        expect([places.length > 0, Math.min(...places) >= target_position]).toEqual([true, true]);
      }
    }
    expect(strong).toBeGreaterThan(10);
  });

  it('answers positions in the order asked, one row for each keyword', async () => {
    const asked = ['used running shoes', 'never asked before', 'running shoes', 'best running shoes'];
    const { value } = await ask().index.positions(domain, asked, unitedStates);
    expect(value.map(({ keyword }) => keyword)).toEqual(asked);
    for (const row of value.filter(({ status }) => status === 'ranked')) {
      const best = rankingsOf(domain)
        .filter(({ keyword }) => keyword.keyword === row.keyword)
        .toSorted((a, b) => a.result.position - b.result.position)[0];
      expect(row).toMatchObject({ position: best?.result.position, url: best?.result.url });
    }
    expect(value[1]).toMatchObject({ status: 'unknown', position: null });
  });

  it('widens a place to its country, and says so', async () => {
    const austin = resolveMarket({ location: 'Austin, Texas, United States' });
    const { index } = ask();
    const wide = await index.domainOverview(domain, austin);
    const country = await index.domainOverview(domain, unitedStates);
    expect(codes(wide)).toContain('location_widened');
    expect(wide.value).toEqual(country.value);
  });

  it('keeps markets apart', async () => {
    const germany = resolveMarket({ location: 'Germany', language: 'German' });
    const { value } = await ask().index.rankedKeywords({ domain }, germany, 10);
    expect(value.rows).toEqual([]);
  });

  it('lists links best first, and in a gap none of a site that links to the target already', async () => {
    const { backlinks } = ask();
    const profile = await backlinks.profile(domain);
    expect(profile.value?.referring_domains).toBe(linksTo(domain).length);
    expect(profile.provenance).toMatchObject({ source_class: 'backlink_index' });
    const referring = await backlinks.referringDomains(domain, 10);
    expect(referring.value.rows).toHaveLength(10);
    expect(descending(referring.value.rows.map(({ domain_rank }) => domain_rank))).toBe(true);
    const gap = await backlinks.gap({ domain, competitors: rivals, limit: 10, maxSpamScore: 30 });
    const own = new Set(linksTo(domain).map(({ from }) => from));
    expect(gap.value.rows.length).toBeGreaterThan(0);
    for (const row of gap.value.rows) {
      expect(own.has(row.referring_domain)).toBe(false);
      expect(row.spam_score ?? 0).toBeLessThanOrEqual(30);
      expect(row.competitors_linked).toBe(row.links.length);
    }
    expect(descending(gap.value.rows.map(({ domain_rank }) => domain_rank))).toBe(true);
  });
});

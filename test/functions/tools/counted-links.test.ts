import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { hostOfUrl, siteOfUrl } from '#test/support/index/index-reference.ts';
import { readWhole } from '#test/support/index/read-whole.ts';
import { testDatabase } from '#test/support/stores/database.ts';

interface RawLink {
  readonly from: string;
  readonly to: string;
  readonly anchor: string;
  readonly nofollow: boolean;
  readonly lost: boolean;
}

const owner = 'acct_links';
const targets = ['shop.example', 'rival.example', 'third.example'] as const;
const random = createSeededRandom('links');

/** Links of many hosts, some of one site, to three sites; the first is linked to by more than any other. */
const links: readonly RawLink[] = targets.flatMap((target, rank) =>
  Array.from({ length: 3_600 - rank * 900 }, (_, number): RawLink => {
    const site = `ref-${Math.floor(random.share() ** 1.5 * (2_400 - rank * 300))}.example`;
    const host = random.pick(['', 'www.', 'blog.'] as const) + site;
    return {
      from: `https://${host}/post-${rank}-${number}`,
      to: `https://${target}/p${random.between(1, 40)}`,
      anchor: random.pick(['here', 'shop', 'best tea', 'tea kettles'] as const),
      nofollow: random.chance(0.3),
      lost: random.chance(0.08),
    };
  }),
);
const to = (target: string) => links.filter((link) => siteOfUrl(link.to) === target);
const table = `source_url,target_url,anchor,nofollow,lost\n${links
  .map(({ from, to: url, anchor, nofollow, lost }) => `${from},${url},${anchor},${nofollow},${lost}`)
  .join('\n')}\n`;

describe('every number of every answer about the links that an account has brought', () => {
  let sources: Sources;
  const database = testDatabase();
  beforeAll(async () => {
    const world = await openImportWorld(database);
    expect(await world.import(table, { owner })).toMatchObject({ taken: links.length, bad_rows: 0 });
    const backlinks = world.ownBacklinks(owner);
    const own = createOwnSites(world.items, owner);
    sources = {
      ...world,
      liveListings: undefined,
      own,
      backlinks,
      wholeList: world.wholeListWith(backlinks),
    };
  });

  const ask = (domain: string, view: 'summary' | 'referring_domains' | 'anchors' | 'backlinks') =>
    askTool('inspect_backlinks', { domain, view, limit: 500 }, { sources });
  const wholeOf = async ({ datasets }: Awaited<ReturnType<typeof ask>>, name: string) => {
    const draft = datasets?.find((each) => each.name === name);
    const rows = await readWhole(sources, draft);
    expect(rows).toHaveLength(draft?.whole?.rows ?? -1);
    return rows ?? [];
  };

  it.each(targets)('inspect_backlinks says of %s what the rows of the file add up to', async (target) => {
    const given = to(target).filter(({ lost }) => !lost);
    const sites = Map.groupBy(to(target), ({ from }) => siteOfUrl(from));
    const livingSites = new Set(given.map(({ from }) => siteOfUrl(from)));
    const anchors = Map.groupBy(given, ({ anchor }) => anchor);
    const answer = await ask(target, 'summary');
    expect(answer.data.profile).toEqual({
      backlinks: given.length,
      referring_domains: new Set(given.map(({ from }) => hostOfUrl(from))).size,
      referring_main_domains: livingSites.size,
      dofollow_share:
        Math.round((given.filter((row) => !row.nofollow).length / given.length) * 10_000) / 10_000,
      broken_backlinks: null,
      lost_backlinks: to(target).length - given.length,
      lost_main_domains: sites.size - livingSites.size,
      months: [],
    });
    expect(answer.coverage.total_available).toBe(sites.size);
    const referring = await wholeOf(answer, 'referring-domains');
    expect(new Map(referring.map(({ domain, backlinks, lost }) => [domain, [backlinks, lost]]))).toEqual(
      new Map(
        [...sites].map(([site, rows]) => {
          const live = rows.filter(({ lost }) => !lost).length;
          return [site, [live === 0 ? rows.length : live, live === 0]];
        }),
      ),
    );
    expect(answer.data.anchors.map((row) => [row.anchor, row.backlinks, row.referring_domains])).toEqual(
      [...anchors]
        .map(([anchor, rows]) => [anchor, rows.length, new Set(rows.map(({ from }) => siteOfUrl(from))).size])
        .sort((a, b) => Number(b[1]) - Number(a[1]) || (String(a[0]) < String(b[0]) ? -1 : 1)),
    );
  });

  it.each(targets)(
    'inspect_backlinks lists single links of %s, and can export all that it counts',
    async (target) => {
      const answer = await ask(target, 'backlinks');
      const live = to(target).filter(({ lost }) => !lost);
      const given = new Map(live.map((row) => [row.from, row]));
      const all = await wholeOf(answer, 'backlinks');
      expect(answer.coverage).toMatchObject({ total_available: all.length, truncated: true });
      expect(new Set(all.map(({ url_from }) => url_from)).size).toBe(all.length);
      for (const { url_from, url_to, anchor, dofollow } of all) {
        const link = given.get(String(url_from));
        expect([url_to, anchor, dofollow]).toEqual([link?.to, link?.anchor, link && !link.nofollow]);
      }
      // At most ten of a linking site are kept; the note says what is left out.
      const sites = Map.groupBy(given.values(), ({ from }) => siteOfUrl(from));
      expect(all).toHaveLength([...sites.values()].reduce((sum, rows) => sum + Math.min(10, rows.length), 0));
      if (all.length < given.size)
        expect(answer.coverage.scope_note).toContain(
          `Of the ${given.size} links in all it lists ${all.length}.`,
        );
    },
  );

  /** Links of each site to a target that live. */
  const bySite = new Map(
    targets.map((target) => {
      const live = to(target).filter(({ lost }) => !lost);
      const sites = [...Map.groupBy(live, ({ from }) => siteOfUrl(from))];
      return [target, new Map(sites.map(([site, rows]) => [site, rows.length]))] as const;
    }),
  );
  const living = (target: (typeof targets)[number]) => bySite.get(target) ?? new Map<string, number>();

  it.each(targets)(
    'compare_backlink_gap counts who links to the rivals of %s only, and can export all',
    async (domain) => {
      const competitors = targets.filter((name) => name !== domain);
      const own = living(domain);
      const rivals = new Set(competitors.flatMap((name) => [...living(name).keys()]));
      const expected = [...rivals].filter((site) => !own.has(site));
      const { data, coverage, datasets } = await askTool(
        'compare_backlink_gap',
        { domain, competitors, limit: 200 },
        { sources },
      );
      expect(data.filtered).toEqual({ spam: 0, links_to_target: rivals.size - expected.length });
      expect(coverage.total_available).toBe(expected.length);
      const whole = datasets?.find(({ name }) => name === 'backlink-gaps');
      const rows = whole ? await readWhole(sources, whole) : data.gaps;
      const sites = (rows ?? []).map((row) => ('referring_domain' in row ? row.referring_domain : undefined));
      expect(new Set(sites)).toEqual(new Set(expected));
      const linksOf = (site: string) =>
        competitors.filter((name) => living(name).has(site)).map((name) => [name, living(name).get(site)]);
      expect(data.gaps.map(({ links: held }) => held.map((row) => [row.competitor, row.backlinks]))).toEqual(
        data.gaps.map(({ referring_domain }) => linksOf(referring_domain)),
      );
      expect(data.gaps.map((row) => row.competitors_linked)).toEqual(
        data.gaps.map((row) => row.links.length),
      );
    },
  );
});

import * as fc from 'fast-check';
import * as v from 'valibot';
import { askTool, contractOf, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);
const sites = Array.from({ length: 10 }, (_, at) => `rival-${at}.example`);

/** Where a keyword for which these sites rank, in this order, belongs; nowhere where no rival does. */
function listOf(sites: readonly string[]): string[] {
  const first = sites.findIndex((name) => name === 'rival.example' || name === 'third.example');
  const own = sites.indexOf('shop.example');
  if (first < 0) return [];
  if (own < 0) return ['gaps'];
  return [first < own ? 'losing' : 'strong'];
}

describe('compare_keyword_coverage', () => {
  it('finds keywords where a rival ranks and the domain does not', async () => {
    const { data } = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: ['rival.example', 'third.example'] },
      { sources },
    );
    expect(data.gaps.map(({ keyword, competitor_positions }) => [keyword, competitor_positions])).toEqual([
      [
        'buy running socks',
        [
          { competitor: 'rival.example', position: 1, url: 'https://rival.example/socks' },
          { competitor: 'third.example', position: 2, url: 'https://third.example/socks' },
        ],
      ],
      [
        'running jacket',
        [{ competitor: 'third.example', position: 1, url: 'https://third.example/jackets' }],
      ],
    ]);
  });

  it('finds keywords where the best rival ranks better', async () => {
    const { data, facts } = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: ['rival.example'] },
      { sources },
    );
    expect(data.losing).toMatchObject([
      {
        keyword: 'running shoes',
        target_position: 2,
        target_url: 'https://shop.example/shoes',
        best_competitor: { competitor: 'rival.example', position: 1, url: 'https://rival.example/shoes' },
      },
    ]);
    expect(facts.map(({ type }) => type)).toEqual(['keyword_gap', 'losing_keyword']);
  });

  it('puts every keyword of a rival in exactly one list, by who stands first', async () => {
    const site = fc.subarray(['shop.example', 'rival.example', 'third.example', 'other.example']);
    const listings = fc.array(site.chain((sites) => fc.shuffledSubarray(sites, { minLength: sites.length })));
    await fc.assert(
      fc.asyncProperty(listings, async (ranked) => {
        const keywords = ranked.map((sites, at) => ({
          keyword: `keyword ${at}`,
          monthly_volume: at,
          listing: sites.map((name) => `https://${name}/${at}`),
        }));
        const { data } = await askTool(
          'compare_keyword_coverage',
          { domain: 'shop.example', competitors: ['rival.example', 'third.example'], limit: 200 },
          { sources: memorySources({ keywords }) },
        );
        const { gaps, losing, strong } = data;
        const found = Object.entries({ gaps, losing, strong }).flatMap(([list, rows]) =>
          rows.map(({ keyword }) => `${keyword} ${list}`),
        );
        expect(found.toSorted()).toEqual(
          ranked.flatMap((sites, at) => listOf(sites).map((list) => `keyword ${at} ${list}`)).toSorted(),
        );
      }),
      { seed: 41, numRuns: 40 },
    );
  });

  it('groups gaps and losing keywords by intent, and adds up only volumes that are known', async () => {
    const { data } = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: ['rival.example', 'third.example'] },
      { sources },
    );
    expect(data.intent_clusters).toEqual([
      { intent: 'commercial', keywords: 1, total_volume: 10_000, examples: ['running shoes'] },
      { intent: 'transactional', keywords: 1, total_volume: 300, examples: ['buy running socks'] },
      { intent: 'unknown', keywords: 1, total_volume: null, examples: ['running jacket'] },
    ]);
  });

  it('compares with each rival once and never with the domain itself, and says what it left out', async () => {
    const { data, warnings } = await askTool(
      'compare_keyword_coverage',
      {
        domain: 'shop.example',
        competitors: ['https://rival.example/', 'RIVAL.example', 'www.shop.example'],
      },
      { sources },
    );
    expect(data.competitors).toEqual(['rival.example']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'shop.example is the target and was left out as its own rival.',
      'Named more than once and compared once: rival.example.',
    ]);
  });

  it.each([[[]], [['shop.example', 'www.shop.example']], [Array(11).fill('rival.example')], [['localhost']]])(
    'refuses the competitors %j and points at them',
    (competitors) => {
      const request = { domain: 'shop.example', competitors };
      const { issues } = v.safeParse(contractOf('compare_keyword_coverage').input, request);
      expect(issues?.[0]?.path?.[0]?.key).toBe('competitors');
    },
  );

  it('answers with empty lists and a note where nothing is known', async () => {
    const { data, coverage } = await askTool(
      'compare_keyword_coverage',
      { domain: 'nobody.example', competitors: ['noone.example'] },
      { sources },
    );
    expect(data).toMatchObject({ gaps: [], losing: [], strong: [], intent_clusters: [] });
    expect(coverage).toMatchObject({ returned: 0, total_available: 0, truncated: false });
  });

  it('shows the first six of fifty rows where no limit was sent, and keeps all fifty as a dataset', async () => {
    const wide = memorySources(wideWorld(80, ['rival-0.example']));
    const { data, datasets, coverage } = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: ['rival-0.example'] },
      { sources: wide },
    );
    expect(data.gaps).toHaveLength(6);
    expect(datasets).toMatchObject([{ name: 'keyword-gaps', rows: { length: 50 } }]);
    expect(datasets?.[0]?.rows.slice(0, 6)).toEqual(data.gaps);
    expect(coverage).toMatchObject({ returned: 6, total_available: 80, truncated: true });
  });

  it('shows as many rows as were asked for', async () => {
    const wide = memorySources(wideWorld(80, ['rival-0.example', 'shop.example']));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (limit) => {
        const { data, datasets } = await askTool(
          'compare_keyword_coverage',
          { domain: 'shop.example', competitors: ['rival-0.example'], limit },
          { sources: wide },
        );
        expect(data.losing).toHaveLength(Math.min(limit, 80));
        expect(datasets).toEqual([]);
      }),
      { seed: 35, numRuns: 20 },
    );
  });

  it('never grows beyond what an agent takes in, however wide the comparison', async () => {
    const answer = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: sites, limit: 200 },
      { sources: memorySources(wideWorld(250, sites)) },
    );
    expect(answer.datasets?.[0]?.rows).toHaveLength(200);
    expect(answer.data.gaps.length).toBeLessThan(200);
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(20_000);
  });

  it('stays under 3,000 tokens where no limit was sent', async () => {
    const { keywords } = wideWorld(50, ['rival-0.example', 'shop.example']);
    const ahead = wideWorld(100, ['shop.example', 'rival-0.example']).keywords.slice(50);
    const gaps = wideWorld(170, ['rival-0.example']).keywords.slice(100);
    const answer = await askTool(
      'compare_keyword_coverage',
      { domain: 'shop.example', competitors: ['rival-0.example'] },
      { sources: memorySources({ keywords: [...keywords, ...ahead, ...gaps] }) },
    );
    const { gaps: shown, losing, strong } = answer.data;
    expect([shown.length, losing.length, strong.length]).toEqual([6, 6, 6]);
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(3_000);
  });
});

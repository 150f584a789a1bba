import { askTool, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);
const manyLinks = Array.from({ length: 700 }, (_, at) => ({
  from: `https://referrer-${at}.example/page`,
  to: 'https://rival.example/',
  anchor: `anchor ${at}`,
  rank: at,
  spam: at % 50,
}));
const wide = memorySources({ keywords: [], links: manyLinks });

describe('inspect_backlinks', () => {
  it('summarizes the profile, authority, referring domains and anchors of a domain', async () => {
    const { data, facts } = await askTool('inspect_backlinks', { domain: 'rival.example' }, { sources });
    expect(data).toEqual({
      domain: 'rival.example',
      view: 'summary',
      profile: {
        backlinks: 3,
        referring_domains: 3,
        referring_main_domains: 3,
        dofollow_share: 1,
        broken_backlinks: 0,
      },
      authority: { domain_rank: 300, rank_scale: 1000, spam_score: 2 },
      referring_domains: expect.arrayContaining([expect.objectContaining({ domain: 'fans.example' })]),
      anchors: expect.arrayContaining([{ anchor: 'best shoes', backlinks: 1, referring_domains: 1 }]),
      backlinks: [],
    });
    expect(facts[0]).toMatchObject({ type: 'link_profile', provenance: { source_class: 'backlink_index' } });
  });

  it.each([
    ['referring_domains', { anchors: [], backlinks: [] }],
    ['anchors', { referring_domains: [], backlinks: [] }],
    ['backlinks', { referring_domains: [], anchors: [] }],
  ] as const)('gives in view %s that list alone, beside the profile, to its limit', async (view, empty) => {
    const { data, coverage } = await askTool(
      'inspect_backlinks',
      { domain: 'rival.example', view, limit: 120 },
      { sources: wide },
    );
    expect(data).toMatchObject({ ...empty, profile: { backlinks: 700 } });
    expect(data[view]).toHaveLength(120);
    expect(coverage).toMatchObject({ returned: 120, total_available: 700, truncated: true });
  });

  it('suggests the limit that gives the rest of a list, until there is none', async () => {
    const ask = (limit: number) =>
      askTool('inspect_backlinks', { domain: 'rival.example', view: 'anchors', limit }, { sources: wide });
    const more = {
      tool: 'inspect_backlinks',
      args: { domain: 'rival.example', view: 'anchors', limit: 500 },
    };
    expect((await ask(120)).suggestions[0]).toMatchObject(more);
    expect((await ask(500)).suggestions.map(({ tool }) => tool)).not.toContain('inspect_backlinks');
  });

  it('says that the source lists fewer links than it counts', async () => {
    const sparing = {
      ...wide,
      backlinks: {
        ...wide.backlinks,
        backlinks: async (domain: string) => {
          const found = await wide.backlinks.backlinks(domain, 3);
          return { ...found, value: { ...found.value, total: 700 } };
        },
      },
    };
    const { coverage } = await askTool(
      'inspect_backlinks',
      { domain: 'rival.example', view: 'backlinks' },
      { sources: sparing },
    );
    expect(coverage).toMatchObject({ returned: 3, total_available: 700, truncated: true });
    expect(coverage.scope_note).toContain('Of 700, it lists the 3 most important ones.');
  });

  it('shows ten rows of each list in the summary and keeps the rest as datasets', async () => {
    const answer = await askTool('inspect_backlinks', { domain: 'rival.example' }, { sources: wide });
    expect([answer.data.referring_domains.length, answer.data.anchors.length]).toEqual([10, 10]);
    expect(answer.datasets).toMatchObject([
      { name: 'referring-domains', rows: { length: 50 } },
      { name: 'anchors', rows: { length: 50 } },
    ]);
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(3_000);
  });

  it('answers for a domain without known links with nulls and a note', async () => {
    const { data, coverage, suggestions } = await askTool(
      'inspect_backlinks',
      { domain: 'nobody.example' },
      { sources },
    );
    expect(data).toMatchObject({
      profile: { backlinks: null, dofollow_share: null },
      authority: { domain_rank: null, rank_scale: null },
      referring_domains: [],
    });
    expect(coverage.scope_note).toContain('No link to nobody.example is known');
    // Another view of nothing would cost as much and show as little.
    expect(suggestions).toEqual([]);
  });
});

describe('compare_backlink_gap', () => {
  const compare = (request: object = {}) =>
    askTool(
      'compare_backlink_gap',
      { domain: 'shop.example', competitors: ['rival.example', 'third.example'], ...request },
      { sources },
    );

  it('finds sites that link to rivals and not to the domain, and counts what it left out', async () => {
    const { data } = await compare();
    expect(data).toMatchObject({
      domain: 'shop.example',
      competitors: ['rival.example', 'third.example'],
      gaps: [
        {
          referring_domain: 'fans.example',
          domain_rank: 200,
          spam_score: 5,
          competitors_linked: 2,
          links: [
            { competitor: 'rival.example', backlinks: 1 },
            { competitor: 'third.example', backlinks: 1 },
          ],
        },
      ],
      filtered: { spam: 1, links_to_target: 1 },
    });
  });

  it('lets more spam through where that is asked for', async () => {
    const { data } = await compare({ max_spam_score: 100 });
    expect(data.gaps.map((row) => row.referring_domain)).toEqual(['fans.example', 'junk.example']);
    expect(data.filtered).toEqual({ spam: 0, links_to_target: 1 });
  });

  it('leaves the domain out of its rivals, and says so', async () => {
    const { data, warnings } = await compare({ competitors: ['shop.example', 'rival.example'] });
    expect(data.competitors).toEqual(['rival.example']);
    expect(warnings).toMatchObject([{ code: 'ignored_value' }]);
  });

  it('keeps to its limit and stays under 3,000 tokens with its usual fifty rows', async () => {
    const answer = await askTool(
      'compare_backlink_gap',
      { domain: 'shop.example', competitors: ['rival.example'] },
      { sources: wide },
    );
    expect(answer.data.gaps).toHaveLength(50);
    expect(answer.coverage).toMatchObject({ returned: 50, truncated: true });
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(3_500);
  });

  it('answers with an empty list and a note where no rival has links', async () => {
    const { data, coverage } = await compare({ competitors: ['nobody.example'] });
    expect(data.gaps).toEqual([]);
    expect(coverage.scope_note).toContain('No site is known that links to nobody.example');
  });
});

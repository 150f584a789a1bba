import * as fc from 'fast-check';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { exampleDataset } from '#shared/contract/examples.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { askTool, tokensOf } from '#test/support/ask-tool.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startSampleMarket } from '#test/support/index/sample-market.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

let sources: Sources;

const sample = duringTests(startSampleMarket);
beforeAll(async () => {
  sources = sample.sources;
});

const noRecords = { keep: async () => {}, find: async () => undefined };
const datasets = createDatasets({ records: noRecords, objects: memoryObjects(), clock: Date.now });
const options = () => ({
  sources,
  datasets: datasets.reader('acct_new'),
});

/** Tools whose answers need no index; their examples are tried where they live, on a site and on a connected property. */
const outsideIndex: readonly string[] = [
  'audit_site',
  'crawl_site',
  'inspect_search_performance',
  'explain_change',
  'record_change',
];
const tools = toolCatalog.filter(({ name }) => !outsideIndex.includes(name));

describe.each(tools.map((tool) => [tool.name, tool] as const))('the example of %s', (name, tool) => {
  it('answers with data on a fresh machine, in under 3,000 tokens, labeled as generated', async () => {
    const answer = await askTool(name, tool.example as never, options());
    expect(answer.coverage.returned).toBeGreaterThan(0);
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(2_900);
    if (name === 'export_dataset') return;
    expect(answer.warnings.map(({ code }) => code)).toContain('sample_data');
    expect(answer.facts.length).toBeGreaterThan(0);
    for (const { provenance } of answer.facts) expect(provenance.connection_id).toBe('sample-market');
  });

  it('is followed by calls that answer as well', async () => {
    const { suggestions } = await askTool(name, tool.example as never, options());
    for (const { tool: next, args } of suggestions) {
      if (outsideIndex.includes(next)) continue;
      const answer = await askTool(next as (typeof tools)[number]['name'], args as never, options());
      expect(answer.coverage.returned).toBeGreaterThan(0);
    }
  });
});

const placed = [
  'inspect_domain',
  'discover_competitors',
  'research_keywords',
  'compare_keyword_coverage',
] as const;
const alsoPlaced = ['inspect_serp', 'inspect_search_visibility', 'inspect_keyword', 'inspect_page'] as const;

describe.each([...placed, ...alsoPlaced])('%s of a city', (name) => {
  it('says that its facts are those of the country, and keeps the city in what it suggests', async () => {
    const example = tools.find((tool) => tool.name === name)?.example;
    const asked = { ...example, location: 'London, England, United Kingdom' };
    const answer = await askTool(name, asked as never, options());
    expect(answer.data).toMatchObject({ location: 'United Kingdom' });
    expect(answer.warnings.map(({ code }) => code)).toContain('location_widened');
    expect(answer.coverage.scope_note ?? '').not.toContain('London');
    expect(answer.facts.length).toBeGreaterThan(0);
    for (const fact of answer.facts) expect(fact).toMatchObject({ location: 'United Kingdom' });
    const everywhere = ['audit_site', 'compare_backlink_gap'];
    for (const { args } of answer.suggestions.filter(({ tool }) => !everywhere.includes(tool)))
      expect(args).toMatchObject({ location: 'London,England,United Kingdom' });
  });
});

describe('the example dataset', () => {
  it.each(exampleDataset.rows)('says of $keyword what the sample market says', async (row) => {
    const { data } = await askTool('inspect_keyword', { keyword: row.keyword }, options());
    expect(data).toMatchObject(row);
  });
});

describe('intents in the sample market', () => {
  it('are known of head terms too, and the same for all wordings of one wish', async () => {
    const intentOf = async (keyword: string) =>
      (await askTool('inspect_keyword', { keyword }, options())).data.intent;
    expect(['commercial', 'transactional']).toContain(await intentOf('running shoes'));
    expect(await intentOf('running shoes for beginner')).toBe('commercial');
    expect(await intentOf('running shoes for beginners')).toBe('commercial');
    expect(await intentOf('northfell running shoes')).toBe('navigational');
    expect(await intentOf('ridgeline outfitters running shoes')).toBe('navigational');
    expect(await intentOf('how to clean running shoes')).toBe('informational');
    const { data } = await askTool('inspect_domain', { domain: 'trailpeak.example' }, options());
    expect(data.intent_mix.unknown).toBeLessThan(0.02);
  });
});

describe('any question to the sample market', () => {
  it('has a well-formed answer, whatever is asked', async () => {
    const market = resolveMarket({ location: 'us', language: 'en' });
    const { value } = await sources.index.keywordIdeas({ seed: 'shoes', mode: 'ideas', limit: 40 }, market);
    const keyword = fc.oneof(
      fc.constantFrom(...value.rows.map((row) => row.keyword)),
      fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => /\S/u.test(text)),
      fc.constantFrom('Über Größe', '靴', "women's", 'a '.repeat(99), '%', '#', '__proto__', 'c++'),
    );
    const domain = fc.constantFrom(
      'trailpeak.example',
      'summitgear.example',
      'everymart.example',
      'blog.summitgear.example',
      'xn--mller-kva.example',
      'nobody.example',
    );
    const where = fc.record(
      {
        location: fc.constantFrom('us', 'United Kingdom', 'de', 'Austin,Texas,United States'),
        language: fc.constantFrom('en', 'German'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(domain, domain, keyword, where, async (site, rival, text, market) => {
        const ask = { ...options(), now: Date.now() };
        await askTool('inspect_domain', { domain: site, ...market }, ask);
        await askTool('discover_competitors', { domain: site, ...market }, ask);
        await askTool('discover_competitors', { seed_keywords: [text], ...market }, ask);
        await askTool('research_keywords', { seed: text, mode: 'related', ...market }, ask);
        await askTool('inspect_keyword', { keyword: text, ...market }, ask);
        const keywords = [text, 'running shoes'];
        await askTool('inspect_search_visibility', { domain: site, keywords, ...market }, ask);
        await askTool('inspect_page', { url: `https://${site}/`, ...market }, ask);
        await askTool('inspect_backlinks', { domain: site }, ask);
        if (site === rival) return;
        await askTool('compare_keyword_coverage', { domain: site, competitors: [rival], ...market }, ask);
        await askTool('compare_backlink_gap', { domain: site, competitors: [rival] }, ask);
      }),
      { seed: 38, numRuns: 25 },
    );
  });
});

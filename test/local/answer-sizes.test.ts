import { toolCatalog } from '#functions/tools/catalog.ts';
import { countTokens } from '#test/support/count-tokens.ts';
import { testService } from '#test/support/service/running-service.ts';

type Question = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** What agents ask as a rule: the request as short as it can be, all lists as long as they are by themselves. */
const requests: readonly Question[] = [
  ...toolCatalog
    .filter(({ name }) => name !== 'export_dataset')
    .map(({ name, example }): Question => [name, example]),
  ['inspect_domain', { domain: 'grindhaus.example' }],
  ['inspect_domain', { domain: 'openlexicon.example' }],
  ['discover_competitors', { seed_keywords: ['running shoes', 'hiking boots'] }],
  ['research_keywords', { seed: 'coffee grinder' }],
  [
    'compare_keyword_coverage',
    { domain: 'trailpeak.example', competitors: ['summitgear.example', 'northfell.example'] },
  ],
  [
    'compare_backlink_gap',
    { domain: 'trailpeak.example', competitors: ['summitgear.example', 'northfell.example'] },
  ],
  [
    'inspect_search_visibility',
    { domain: 'trailpeak.example', keywords: ['running shoes', 'hiking boots', 'tent'] },
  ],
  ['audit_site', { domain: 'grindhaus.example' }],
  ['inspect_page', { url: 'https://trailpeak.example/running-shoes' }],
];

describe('what an agent reads of an answer, the whole envelope as it is sent', () => {
  const service = testService();

  it.each(requests)('is below 3,000 tokens and 12,000 bytes for %s %j', async (tool, args) => {
    const caller = await service.openAccount(20, ['backlinks']);
    const { status, text } = await caller.post(`/v1/tools/${tool}`, args);
    expect(status).toBe(200);
    expect(countTokens(text)).toBeLessThan(3_000);
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
  });
});

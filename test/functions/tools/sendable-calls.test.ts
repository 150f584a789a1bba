import type { CatalogTool } from '#functions/tools/catalog.ts';
import type { ToolAnswer } from '#shared/facts/answers/tool-answer.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { createIndexNotes } from '#shared/facts/stored-index/stored-index.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { readWhole } from '#test/support/index/read-whole.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { memoryListings } from '#test/support/sources/world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const owner = 'acct_calls';
const domain = 'gear.example';
const inUk = { location: 'United Kingdom' };
const queries = Array.from({ length: 12 }, (_, at) => `dry bag ${at} litre`);
const exported = [
  'query,page,clicks,impressions,ctr,position',
  'head torch,https://gear.example/torch,40,400,10%,3',
  ...queries.map((query) => `${query},https://gear.example/bags,10,1000,1%,9`),
].join('\n');
const places = (keyword: string) =>
  Array.from({ length: 10 }, (_, at) => `${keyword},${at + 1},https://site-${at}.example/${at},320`);
const listings = ['keyword,position,url,volume', ...places('head torch'), ...places('tent pegs')].join('\n');

describe('the calls that an answer names', () => {
  let sources: Sources;
  const database = testDatabase();
  beforeAll(async () => {
    const world = await openImportWorld(database);
    const options = { market: inUk };
    expect(await world.import(listings, options)).toMatchObject({ status: 'imported', bad_rows: 0 });
    await world.import('keyword,position,url,volume\nbivvy bag,4,https://site-1.example/b,90\n', options);
    expect(await world.import(exported, { owner })).toMatchObject({ status: 'imported', bad_rows: 0 });
    const notes = createIndexNotes(world.items, Date.now)(world.items);
    sources = { ...world, notes, liveListings: undefined, own: world.ownSites(owner) };
  });

  const send = async (
    { tool, args }: { readonly tool: string; readonly args: object },
    from = sources,
  ): Promise<ToolAnswer<unknown>> => askTool(tool as CatalogTool['name'], args as never, { sources: from });

  it('of an opportunity stay in its market, and ask for a listing only where one can be fetched', async () => {
    const answer = await askTool('inspect_domain', { domain, ...inUk }, { sources });
    const best = answer.data.own?.opportunities.best ?? [];
    expect(best).toHaveLength(3);
    const draft = answer.datasets?.find(({ name }) => name === 'search-opportunities');
    const rows = (await readWhole(sources, draft)) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    for (const { next_call, page } of [...best, ...rows] as typeof best) {
      const urls = page === null ? {} : { urls: [page] };
      expect(next_call).toEqual({ tool: 'audit_site', args: { domain, ...urls } });
    }
    const liveListings = memoryListings({ keywords: [], market: '2826:en' }, 'live');
    const live = await askTool(
      'inspect_domain',
      { domain, ...inUk },
      { sources: { ...sources, liveListings } },
    );
    for (const { next_call } of live.data.own?.opportunities.best ?? [])
      expect(next_call).toEqual({ tool: 'inspect_serp', args: { query: expect.any(String), ...inUk } });
  });

  it('can be sent, and find something', async () => {
    const answers = await Promise.all([
      send({ tool: 'inspect_domain', args: { domain, ...inUk } }),
      send({ tool: 'inspect_domain', args: { domain: 'site-1.example', ...inUk } }),
      send({ tool: 'discover_competitors', args: { domain: 'nobody.example', ...inUk } }),
      send({ tool: 'discover_competitors', args: { domain: 'site-3.example', ...inUk } }),
      send({ tool: 'research_keywords', args: { seed: 'tent pegs', ...inUk } }),
      send({ tool: 'research_keywords', args: { seed: 'tent', min_volume: 99_999, ...inUk } }),
      send({ tool: 'inspect_keyword', args: { keyword: 'dry bag 3 litre', ...inUk } }),
      send({ tool: 'inspect_page', args: { url: 'https://site-1.example/1', ...inUk } }),
      send({ tool: 'inspect_serp', args: { query: 'tent pegs', ...inUk } }),
      send({
        tool: 'inspect_search_visibility',
        args: { domain: 'site-1.example', keywords: ['tent pegs', 'unseen'], ...inUk },
      }),
    ]);
    const named = answers.flatMap(({ suggestions }) => suggestions);
    const asked = named.filter(({ tool }) => tool !== 'audit_site');
    expect(asked.length).toBeGreaterThan(12);
    for (const call of asked) {
      const { warnings } = await send(call);
      expect([call, warnings.filter(({ code }) => code === 'no_data')]).toEqual([call, []]);
    }
  });

  it('say where a listing is stored, and where only the keyword is known', async () => {
    const failureOf = (query: string) => send({ tool: 'inspect_serp', args: { query } }).catch(String);
    expect(await failureOf('tent pegs')).toContain('One is stored for United Kingdom (English): ask there.');
    expect(await failureOf('bivvy bag')).toContain(
      'inspect_keyword knows the query in United Kingdom (English), without a listing.',
    );
    expect(await failureOf('never seen')).toContain('Import a listing of it');
  });

  it('come with a note that says who knows the keyword, where only the own console does', async () => {
    const { coverage, data } = await askTool(
      'inspect_keyword',
      { keyword: 'dry bag 3 litre', ...inUk },
      { sources },
    );
    expect(data.own).toHaveLength(1);
    expect(coverage.scope_note).toBe(
      'In United Kingdom (English) only Search Console of your own site knows the keyword; its metrics are null, not 0.',
    );
  });

  it('claim an absence for the market that was asked about only', async () => {
    const { suggestions } = await askTool(
      'inspect_domain',
      { domain: 'nobody.example', ...inUk },
      { sources: memorySources({ keywords: [] }) },
    );
    expect(suggestions).toMatchObject([
      {
        tool: 'audit_site',
        use_when: 'No ranking of it is known in United Kingdom (English): check what its pages say.',
      },
    ]);
  });
});

import { createOwnSites } from '#shared/facts/console/read-own-sites.ts';
import { removeOwnData } from '#shared/facts/console/remove-own-data.ts';
import { createImportServices } from '#shared/facts/imports/create-import-services.ts';
import { importSource } from '#shared/facts/imports/run-import.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { type Caller, type RunningService, startService } from '#test/support/service/running-service.ts';

/** Words that are in the files of one account and nowhere else. */
const marks = ['zebrafish', '987654', 'quillmoor.example', 'imp_'];
const domain = 'own-site.example';
const query = 'zebrafish care';
const page = `https://${domain}/zebrafish`;

const figures = `query,page,date,clicks,impressions,position
${query},${page},2026-08-01,40,987654,6.2
zebrafish tank,${page},2026-08-02,90,1200,7.9
`;
const links = `source_url,target_url,anchor,first_seen
https://quillmoor.example/a,${page},zebrafish,2026-08-01
`;

/** Every tool that can be asked about the site, its queries and its pages. */
const questions: readonly (readonly [tool: string, body: Readonly<Record<string, unknown>>])[] = [
  ['inspect_domain', { domain }],
  ['discover_competitors', { domain }],
  ['discover_competitors', { seed_keywords: ['zebrafish care'] }],
  ['research_keywords', { seed: 'zebrafish', mode: 'ideas' }],
  ['research_keywords', { seed: 'zebrafish', mode: 'suggestions' }],
  ['research_keywords', { seed: 'zebrafish', mode: 'related' }],
  ['compare_keyword_coverage', { domain, competitors: ['trailpeak.example'] }],
  ['inspect_search_visibility', { domain, keywords: [query, 'zebrafish tank'], mode: 'index' }],
  ['inspect_keyword', { keyword: query }],
  ['inspect_page', { url: page }],
  ['inspect_backlinks', { domain, view: 'backlinks' }],
  ['inspect_backlinks', { domain }],
  ['compare_backlink_gap', { domain: 'trailpeak.example', competitors: [domain] }],
];

describe('what an account has brought of its own sites', () => {
  let service: RunningService;
  let owner: Caller;
  let stranger: Caller;
  let nobody: Caller;
  const uris: string[] = [];

  beforeAll(async () => {
    service = await startService();
    owner = await service.openAccount(1_000, ['backlinks']);
    stranger = await service.openAccount(1_000, ['backlinks']);
    nobody = await service.openAccount(1_000, ['backlinks']);
    const { documents, tables } = service.database;
    const imports = createImportServices({ documents, table: tables.index, clock: Date.now });
    for (const content of [figures, links]) {
      const report = await importSource(sourceOf(content), { market: {}, owner: owner.accountId }, imports);
      expect(report).toMatchObject({ status: 'imported', owner: owner.accountId });
    }
  });
  afterAll(() => service.stop());

  const ask = (caller: Caller, tool: string, body: unknown) => caller.post(`/v1/tools/${tool}`, body);
  /** An answer without what the question itself named. */
  const told = (answer: { readonly body: { readonly data?: unknown } & object }) =>
    JSON.stringify(answer.body);

  it('answers its owner in every tool that can show it', async () => {
    const answers = new Map<string, string>();
    for (const [tool, body] of questions) {
      const answer = await ask(owner, tool, body);
      expect(answer.status).toBe(200);
      uris.push(...answer.body.resources.map(({ uri }: { uri: string }) => uri));
      answers.set(tool, (answers.get(tool) ?? '') + told(answer));
    }
    const shown = [...answers]
      .filter(([, text]) => text.includes('987654') || text.includes('quillmoor'))
      .map(([tool]) => tool);
    expect(shown).toEqual([
      'inspect_domain',
      'research_keywords',
      'inspect_search_visibility',
      'inspect_keyword',
      'inspect_page',
      'inspect_backlinks',
      'compare_backlink_gap',
    ]);
    expect(uris.length).toBeGreaterThanOrEqual(3);
  });

  it.each(questions)('is in no answer of %s to another account: %j', async (tool, body) => {
    // The same question twice: neither a cache nor what changed since may tell.
    for (let time = 0; time < 2; time += 1) {
      const [answer, other] = [await ask(stranger, tool, body), await ask(nobody, tool, body)];
      const asked = JSON.stringify(body);
      for (const mark of marks.filter((text) => !asked.includes(text)))
        expect(told(answer)).not.toContain(mark);
      expect(answer.body.data?.own).toBeUndefined();
      expect(answer.body.deltas ?? []).toEqual([]);
      expect(answer.body.data && { ...answer.body.data, fetched_at: '' }).toEqual(
        other.body.data && { ...other.body.data, fetched_at: '' },
      );
    }
  });

  it('is in no dataset, listing or download of another account', async () => {
    for (const uri of uris) {
      const { body } = await ask(stranger, 'export_dataset', { uri });
      expect(body.data).toMatchObject({ available: false, items: [] });
      expect((await ask(owner, 'export_dataset', { uri })).body.data.available).toBe(true);
    }
    const usage = await stranger.get('/v1/me/usage');
    for (const mark of marks) expect(usage.text).not.toContain(mark);
  });

  it('is removed with the account', async () => {
    const { documents, tables } = service.database;
    const table = createIndexTable({ documents, table: tables.index });
    const market = resolveMarket({ location: 'United States', language: 'English' });
    expect(await createOwnSites(table, owner.accountId).sites(market)).toHaveLength(1);
    await removeOwnData(table, owner.accountId);
    expect(await createOwnSites(table, owner.accountId).sites(market)).toEqual([]);
    const { items } = await table.range({ pk: `O#${owner.accountId}` });
    expect(items).toEqual([]);
    const answer = await ask(owner, 'inspect_backlinks', { domain, view: 'backlinks' });
    expect(told(answer)).not.toContain('quillmoor');
  });
});

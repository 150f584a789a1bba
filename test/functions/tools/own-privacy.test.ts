import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parse } from 'csv-parse/sync';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { copyOwnData } from '#shared/facts/imports/copy-own-data.ts';
import { undoImport } from '#shared/facts/imports/import-bundle.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import { removeOwnData } from '#shared/facts/own-sites/remove-own-data.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';
import { keptTexts } from '#test/support/stores/kept-texts.ts';

/** Words that are in the files of one account and nowhere else. */
const marks = ['zebrafish', '987654', 'quillmoor.example', 'imp_'];
const domain = 'own-site.example';
const query = 'zebrafish care';
const page = `https://${domain}/zebrafish`;

const figures = `query,page,date,clicks,impressions,position
${query},${page},2026-08-01,40,987654,6.2
zebrafish tank,${page},2026-08-02,90,1200,7.9
`;
const linking = ['quillmoor.example', ...Array.from({ length: 40 }, (_, at) => `links-${at}.example`)];
const links = `source_url,target_url,anchor,first_seen
${linking.map((site) => `https://${site}/a,${page},zebrafish,2026-08-01`).join('\n')}
`;

/** Every tool, asked about the site, its queries and its pages as far as it can be. */
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
  ['inspect_search_performance', { domain }],
  ['explain_change', { site: domain }],
  ['record_change', { site: domain, pages: [page], what: 'Another title' }],
  ['inspect_serp', { query }],
  ['audit_site', { domain: 'trailpeak.example', max_pages: 1 }],
  ['crawl_site', { domain: 'trailpeak.example', max_pages: 1 }],
];

interface Answer {
  readonly data?: unknown;
  readonly facts?: readonly {
    readonly provenance: { readonly source_class: string; readonly connection_id: string | null };
  }[];
}

const ownClasses = new Set(['webmaster_console', 'backlink_index']);

describe('what an account has brought of its own sites', () => {
  let owner: Caller;
  let stranger: Caller;
  let nobody: Caller;
  let imports: ReturnType<typeof createImportServices>;
  const importIds: string[] = [];
  const uris: string[] = [];

  const service = testService();
  beforeAll(async () => {
    owner = await service.openAccount(1_000, ['backlinks']);
    stranger = await service.openAccount(1_000, ['backlinks']);
    nobody = await service.openAccount(1_000, ['backlinks']);
    const { documents, tables } = service.database;
    imports = createImportServices({ documents, table: tables.index, clock: Date.now });
    for (const content of [figures, links]) {
      const report = await importSource(sourceOf(content), { market: {}, owner: owner.accountId }, imports);
      expect(report).toMatchObject({ status: 'imported', owner: owner.accountId });
      importIds.push(report.import_id ?? '');
    }
  });

  const ask = (caller: Caller, tool: string, body: unknown) => caller.post(`/v1/tools/${tool}`, body);
  /** An answer without what the question itself named. */
  const told = (answer: { readonly body: { readonly data?: unknown } & object }) =>
    JSON.stringify(answer.body);
  /** Data without the moments and ids that every answer has anew. */
  const withoutNames = (data: object | undefined) =>
    JSON.stringify({ ...data, fetched_at: '' }).replaceAll(
      /(?:aud|chg|crl)_[0-9a-z]{26}|"(?:recorded|created)_at":"[^"]*"/gu,
      '',
    );
  const expectNoMark = (text: string, asked: unknown = {}) => {
    for (const mark of marks.filter((each) => !JSON.stringify(asked).includes(each)))
      expect(text).not.toContain(mark);
  };
  /** What is the account's own comes with facts that name the import, and no fact of its own goes without. */
  const expectNamed = (tool: string, { data, facts = [] }: Answer) => {
    const named = new Set(importIds.map((id) => `import:${id}`));
    const own = facts.filter(({ provenance: { source_class: from } }) => ownClasses.has(from));
    const isOwn =
      marks.some((mark) => JSON.stringify(data ?? null).includes(mark)) && tool !== 'record_change';
    const connections = own.map(({ provenance }) => provenance.connection_id);
    expect([tool, connections.filter((id) => !named.has(String(id)) && id !== 'sample-market')]).toEqual([
      tool,
      [],
    ]);
    if (isOwn) expect([tool, connections.some((id) => named.has(String(id)))]).toEqual([tool, true]);
  };
  const agentOf = async ({ key }: Caller): Promise<Client> => {
    const client = new Client({ name: 'reader', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { requestInit }),
    );
    return client;
  };

  it('is asked about with every tool there is', () => {
    const asked = new Set(questions.map(([tool]) => tool));
    expect(toolCatalog.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([
      'export_dataset',
    ]);
  });

  it('answers its owner in every tool that can show it', async () => {
    const answers = new Map<string, string>();
    for (const [tool, body] of questions) {
      const answer = await ask(owner, tool, body);
      // Of a query that only a console knows there is no listing.
      expect(answer.status).toBe(tool === 'inspect_serp' ? 503 : 200);
      uris.push(...(answer.body.resources ?? []).map(({ uri }: { uri: string }) => uri));
      answers.set(tool, (answers.get(tool) ?? '') + told(answer));
      expectNamed(tool, answer.body);
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

  it('gives its owner every row of the lists that answers cut', async () => {
    const listed = async (name: string) => {
      const uri = uris.find((each) => each.includes(`/${name}/`)) ?? '';
      return (await ask(owner, 'export_dataset', { uri })).body.data.items;
    };
    const domains = (await listed('referring-domains')).map((row: { domain: string }) => row.domain);
    expect(domains.sort()).toEqual(linking.toSorted());
    expect(await listed('own-queries')).toMatchObject([
      { query: 'zebrafish tank', clicks: 90 },
      { query, clicks: 40, impressions: 987_654 },
    ]);
    expect(await listed('own-pages')).toMatchObject([{ url: page, clicks: 130, impressions: 988_854 }]);
  });

  it.each(questions)('is in no answer of %s to another account: %j', async (tool, body) => {
    // The same question twice: neither a cache nor what changed since may tell.
    for (let time = 0; time < 2; time += 1) {
      const [answer, other] = [await ask(stranger, tool, body), await ask(nobody, tool, body)];
      expectNoMark(told(answer), body);
      expect(answer.body.data?.own).toBeUndefined();
      expect(answer.body.deltas ?? []).toEqual([]);
      expect(withoutNames(answer.body.data)).toEqual(withoutNames(other.body.data));
    }
  });

  it('is in no answer, resource or listing to an agent of another account', async () => {
    const [own, other] = [await agentOf(owner), await agentOf(stranger)];
    for (const [name, args] of questions) {
      const { content, structuredContent } = await other.callTool({ name, arguments: args });
      expectNoMark(JSON.stringify([content, structuredContent]), args);
    }
    expectNoMark(JSON.stringify([await other.listResources(), await other.listResourceTemplates()]));
    for (const uri of uris) {
      expect((await own.readResource({ uri })).contents).toHaveLength(1);
      await expect(other.readResource({ uri })).rejects.toThrow('No dataset is available');
      const { content } = await other.callTool({ name: 'export_dataset', arguments: { uri } });
      expectNoMark(JSON.stringify(content), uri);
    }
    await Promise.all([own.close(), other.close()]);
  });

  it('is in no dataset, listing or download of another account', async () => {
    for (const uri of uris) {
      const { body } = await ask(stranger, 'export_dataset', { uri });
      expect(body.data).toMatchObject({ available: false, items: [] });
      expect((await ask(owner, 'export_dataset', { uri })).body.data.available).toBe(true);
    }
    // The log says what the stranger asked, and asked with these words: all but that.
    const { body: log } = await stranger.get('/v1/me/usage?limit=500');
    const { text: sheet } = await stranger.get('/v1/me/usage?format=csv');
    for (const records of [log, parse(sheet, { columns: true })]) {
      expect(records.length).toBeGreaterThan(0);
      for (const { arguments: asked, ...record } of records) expectNoMark(JSON.stringify(record), asked);
    }
    for (const path of ['usage/summary', 'imports', 'credits', 'api-credentials']) {
      const answer = await stranger.get(`/v1/me/${path}`);
      expect(answer.status).toBe(200);
      expectNoMark(answer.text);
    }
    const table = createIndexTable({
      documents: service.database.documents,
      table: service.database.tables.index,
    });
    expect(await copyOwnData(table, stranger.accountId)).toEqual({ imports: [], figures: [] });
  });

  /** Items and objects that hold something of it. What callers asked themselves is no mark. */
  const holders = async () => {
    const found: string[] = [];
    const mark = new RegExp(`\\b987654\\b|quillmoor|${importIds.join('|')}`, 'u');
    for await (const { where, text } of keptTexts(service)) if (mark.test(text)) found.push(where);
    return found;
  };

  const lakeFiles = async () => {
    const files: { readonly where: string; readonly text: string }[] = [];
    for await (const kept of keptTexts(service)) if (kept.where.startsWith('usage/')) files.push(kept);
    return files;
  };

  it('is in no file of the usage lake, which has the calls of both', async () => {
    const { documents, tables } = service.database;
    const links = createObjectLinks({ baseUrl: () => service.baseUrl, secret: 'not used', clock: Date.now });
    const objects = createFileObjectStore({ folder: join(service.folder, 'objects'), links });
    const today = new Date().toISOString().slice(0, 10);
    await createExporter(openExporterParts({ documents, tables, objects, clock: Date.now })).day(today);
    const lake = await lakeFiles();
    const sheets = lake.filter(({ where }) => where.endsWith('.csv.gz')).map(({ text }) => text);
    for (const { accountId } of [owner, stranger]) expect(sheets.join()).toContain(accountId);
    const mark = new RegExp(['987654', 'quillmoor', ...importIds].join('|'), 'u');
    expect(lake.filter(({ text }) => mark.test(text)).map(({ where }) => where)).toEqual([]);
  });

  it('lies in no table and no object but under the account itself', async () => {
    const found = await holders();
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((where) => !where.includes(owner.accountId))).toEqual([]);
  });

  it('takes its datasets with it when the import is undone', async () => {
    const [consoleImport = ''] = importIds;
    const own = uris.filter((uri) => uri.includes('/own-') || uri.includes('/search-opportunities/'));
    expect(own).toHaveLength(3);
    expect(await undoImport(consoleImport, owner.accountId, imports)).toMatchObject({ status: 'undone' });
    for (const uri of own)
      expect((await ask(owner, 'export_dataset', { uri })).body.data).toMatchObject({
        available: false,
        items: [],
      });
    const again = await importSource(sourceOf(figures), { market: {}, owner: owner.accountId }, imports);
    expect(again.status).toBe('imported');
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

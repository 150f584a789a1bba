import { rowsUnpaid, uploadsPerDayOfKey, uploadsPerDayUnpaid } from '#shared/contract/own-imports.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { type Caller, startService, testService } from '#test/support/service/running-service.ts';
import { begin, put, untilEnded, upload } from '#test/support/service/uploads.ts';
import { startUpstream } from '#test/support/upstream/server.ts';
import { zipOf } from '#test/support/zip.ts';

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const queries = lines(
  'Top queries,Clicks,Impressions,CTR,Position',
  ...Array.from({ length: 40 }, (_, index) => {
    const position = 1 + index / 2;
    const impressions = 4_000 - index * 50;
    const clicks = Math.round(impressions * (0.3 / position));
    return `word ${index},${clicks},${impressions},${((clicks / impressions) * 100).toFixed(2)}%,${position}`;
  }),
);
const days = lines(
  'Date,Clicks,Impressions,CTR,Position',
  ...Array.from({ length: 28 }, (_, index) => `2026-08-${String(index + 1).padStart(2, '0')},10,400,2.5%,8`),
);
const archive = zipOf({ 'Queries.csv': queries, 'Dates.csv': days });
const archiveName = 'shop.example-Performance-on-Search-2026-09-01.zip';

const service = testService();

const exported = [{ name: archiveName, bytes: archive }];

describe('an upload of a person’s own export', () => {
  it('goes in whole, tells the outcome of each file, and answers free of charge', async () => {
    const caller = await service.openAccount(10);
    const ended = await upload(caller, exported);
    expect(ended).toMatchObject({ status: 'done', message: null });
    expect(ended.reports).toEqual([
      expect.objectContaining({ rows: 40, taken: 40, bad_rows: 0, site: 'shop.example', from: '2026-08-01' }),
      expect.objectContaining({ rows: 28, taken: 28, bad_rows: 0, to: '2026-08-28' }),
    ]);
    const { body: site } = await caller.get('/v1/me/sites/shop.example');
    expect(site).toMatchObject({ clicks: 280, impressions: 11_200, from: '2026-08-01', to: '2026-08-28' });
    expect(site.days).toHaveLength(28);
    expect(site.click_curve.length).toBeGreaterThan(5);
    expect(site.opportunities[0]).toMatchObject({
      credits: expect.any(Number),
      computed: expect.any(String),
    });
    const { body: short } = await caller.get('/v1/me/sites/shop.example?opportunities=1');
    expect(site.opportunities.length).toBeGreaterThan(1);
    expect(short).toEqual({ ...site, opportunities: [site.opportunities[0]] });
    expect(await caller.balance()).toBe(10);
  });

  it('with headings that are not known asks which column is which, and goes in once that is said', async () => {
    const caller = await service.openAccount(10);
    const table = Buffer.from(lines('Ord,Tryk,Set', 'te,12,340', 'kaffe,7,120'));
    const files = [{ name: 'shop.example-Performance-on-Search-2026-09-01.csv', bytes: table }];
    const { id, reports } = await upload(caller, files, { domain: 'shop.example' });
    expect(reports[0]).toMatchObject({
      status: 'nothing_imported',
      problems: [{ line: 1, reason: expect.stringContaining('an upload says it in `columns`') }],
      unknown_columns: [
        { header: 'Ord', examples: ['te', 'kaffe'] },
        { header: 'Tryk', examples: ['12', '7'] },
        { header: 'Set', examples: ['340', '120'] },
      ],
    });
    const means = (header: string, is: string) => ({ header, means: is });
    const columns = [means('ord', 'query'), means('Tryk', 'clicks'), means('Set', 'impressions')];
    await caller.post(`/v1/me/uploads/${id}/start`, { columns });
    const said = await untilEnded(caller, id);
    expect(said.reports).toMatchObject([{ status: 'imported', taken: 2, site: 'shop.example' }]);
    const twice = { files: [{ name: 'a.csv', bytes: 9 }], columns: [...columns, means('Set', 'position')] };
    const { status, body } = await caller.post('/v1/me/uploads', twice);
    expect([status, body.errors[0].pointer]).toEqual([422, '/columns']);
    expect(body.detail).toContain('A column can stand for one thing only.');
  });

  it('costs nothing to be told again by the tools, and what others know costs its price', async () => {
    const caller = await service.openAccount(10);
    await upload(caller, exported);
    const domain = 'shop.example';
    const free = { credits_charged: 0, balance_after: 10, free_because: 'own_data' };
    const asked = [
      ['inspect_domain', { domain }],
      ['inspect_keyword', { keyword: 'word 5' }],
      ['inspect_search_visibility', { domain, keywords: ['word 5', 'word 6'] }],
      ['research_keywords', { seed: 'word 7' }],
      ['compare_keyword_coverage', { domain, competitors: ['unheard-of.example'] }],
    ] as const;
    for (const [tool, args] of asked) {
      const { body, headers } = await caller.post(`/v1/tools/${tool}`, args);
      expect([tool, body.usage]).toEqual([tool, expect.objectContaining(free)]);
      expect([headers.get('x-credits-charged'), headers.get('x-credits-balance')]).toEqual(['0', '10']);
    }
    const key = { 'Idempotency-Key': 'once' };
    const again = () => caller.post('/v1/tools/inspect_keyword', { keyword: 'word 9' }, key);
    const [first, second] = [await again(), await again()];
    expect(second.body.data).toEqual(first.body.data);
    expect([first.body.usage.replayed, second.body.usage.replayed]).toEqual([false, true]);
    const { body: unknown } = await caller.post('/v1/tools/inspect_keyword', { keyword: 'nobody knows' });
    expect(unknown.usage).toMatchObject({ credits_charged: 2, balance_after: 8 });
    expect(unknown.usage).not.toHaveProperty('free_because');
    const { body: log } = await caller.get('/v1/me/usage?limit=10');
    const tools = log.filter(({ tool }: { tool: string | null }) => tool !== null);
    expect(tools.map((row: { credits_charged: number }) => row.credits_charged)).toEqual([
      2, 0, 0, 0, 0, 0, 0, 0,
    ]);
    expect(new Set(tools.map((row: { status_code: number }) => row.status_code))).toEqual(new Set([200]));
    expect(await caller.balance()).toBe(8);
    expect(await service.operations.reconcile(undefined)).toMatchObject({ proven: true });
  });

  it('is told to an account that has nothing left, and everything else is refused', async () => {
    const [caller, other] = [await service.openAccount(0), await service.openAccount(0)];
    await upload(caller, exported);
    const domain = 'shop.example';
    const asked = [
      ['inspect_domain', { domain }],
      ['inspect_keyword', { keyword: 'word 5' }],
      ['inspect_search_visibility', { domain, keywords: ['word 5'] }],
      ['research_keywords', { seed: 'word 7' }],
    ] as const;
    for (const [tool, args] of asked) {
      const { status, body } = await caller.post(`/v1/tools/${tool}`, args, { 'Idempotency-Key': tool });
      const usage = { credits_charged: 0, balance_after: 0, free_because: 'own_data' };
      expect([tool, status, body.usage]).toEqual([tool, 200, expect.objectContaining(usage)]);
      const refused = await other.post(`/v1/tools/${tool}`, args);
      expect([tool, refused.status, refused.body.code]).toEqual([tool, 402, 'insufficient_credits']);
    }
    const unknown = { keyword: 'nobody knows' };
    for (const [tool, args] of [
      ['inspect_keyword', unknown],
      ['audit_site', { domain }],
      ['inspect_domain', { domain: 'trailpeak.example' }],
    ] as const) {
      const { status, body } = await caller.post(`/v1/tools/${tool}`, args);
      expect([tool, status, body.code, body.credits_charged]).toEqual([tool, 402, 'insufficient_credits', 0]);
    }
    expect(await caller.balance()).toBe(0);
    expect(await service.operations.reconcile(undefined)).toMatchObject({ proven: true });
  });

  it('proposes to look at a listing only where one can be fetched', async () => {
    const upstream = await startUpstream();
    const live = await startService({
      UPSTREAM_BASE_URL: upstream.baseUrl,
      DATAFORSEO_LOGIN: upstream.login,
      DATAFORSEO_PASSWORD: upstream.password,
    });
    const proposed = async (caller: Caller) => {
      await upload(caller, exported);
      const { body } = await caller.get('/v1/me/sites/shop.example');
      return new Set(body.opportunities.map((row: { next_call: { tool: string } }) => row.next_call.tool));
    };
    try {
      expect(await proposed(await service.openAccount(10))).toEqual(new Set(['audit_site']));
      expect(await proposed(await live.openAccount(10))).toContain('inspect_serp');
    } finally {
      await live.stop();
      await upstream.stop();
    }
  });

  it('is found by the tools, and by nobody else', async () => {
    const [owner, other] = [await service.openAccount(10), await service.openAccount(10)];
    const { id } = await upload(owner, exported);
    const ask = (caller: Caller) => caller.post('/v1/tools/inspect_domain', { domain: 'shop.example' });
    expect((await ask(owner)).body.data.own).toMatchObject({ clicks: 280 });
    expect((await ask(other)).body.data.own).toBeUndefined();
    expect((await other.get(`/v1/me/uploads/${id}`)).status).toBe(404);
    expect((await other.post(`/v1/me/uploads/${id}/start`, {})).status).toBe(404);
    expect((await other.get('/v1/me/sites/shop.example')).status).toBe(404);
    expect((await other.get('/v1/me/imports')).body).toMatchObject({ sites: [], uploads: [] });
    const [entry] = (await owner.get('/v1/me/imports')).body.imports;
    expect((await other.post(`/v1/me/imports/${entry.id}/undo`, {})).status).toBe(404);
    expect((await owner.get('/v1/me/sites/shop.example')).status).toBe(200);
  });

  it('counts again at once when its person edits the names, and lets nobody else edit them', async () => {
    const [caller, other] = [await service.openAccount(10), await service.openAccount(10)];
    await upload(caller, exported);
    const path = '/v1/me/sites/shop.example';
    const { body: before } = await caller.get(path);
    expect(before).toMatchObject({ own_names: ['shop'], brand: { queries: 0 }, scope: { countries: 'all' } });
    const queriesOf = (site: { opportunities: readonly { query: string }[] }) =>
      site.opportunities.map(({ query }) => query);
    const named: string = queriesOf(before)[0] ?? '';
    const changed = await caller.patch(path, { own_names: [named] });
    expect(changed).toMatchObject({ status: 200, body: { own_names: [named] } });
    expect(changed.body.brand.queries).toBeGreaterThan(0);
    const { body: after } = await caller.get(path);
    expect(queriesOf(after)).not.toContain(named);
    expect(after).toMatchObject({ brand: changed.body.brand, found_names: { own_names: ['shop'] } });
    expect((await other.patch(path, { own_names: [] })).status).toBe(404);
    await caller.patch(path, { own_names: null });
    expect(queriesOf((await caller.get(path)).body)).toContain(named);
  });

  it('is known again when it comes a second time, and gone when it is undone', async () => {
    const caller = await service.openAccount(10);
    await upload(caller, exported);
    const again = await upload(caller, exported);
    expect(again.reports[0]).toMatchObject({ status: 'already_imported', taken: 40 });
    const { body: listed } = await caller.get('/v1/me/imports');
    expect(listed.sites).toEqual([expect.objectContaining({ site: 'shop.example', clicks: 280 })]);
    const own = listed.imports.filter(({ is_shared }: { is_shared: boolean }) => !is_shared);
    expect(own).toHaveLength(1);
    // Its tables are one import, under the name of the archive.
    expect(own[0]).toMatchObject({ file: archiveName, rows: 68 });
    const undone = await caller.post(`/v1/me/imports/${own[0].id}/undo`, {});
    expect(own[0].created_by).toMatch(/^cred_/u);
    expect(undone.body).toEqual({ import_id: own[0].id, status: 'undone' });
    expect((await caller.get('/v1/me/sites/shop.example')).status).toBe(404);
    expect((await caller.get('/v1/me/imports')).body.sites).toEqual([]);
  });

  it('is told what each file is by its content, and what to do about one that is nothing', async () => {
    const caller = await service.openAccount(10);
    const files = [
      { name: 'export.csv', bytes: archive },
      { name: 'report.zip', bytes: '%PDF-1.7 …' },
      { name: 'book.csv', bytes: zipOf({ '[Content_Types].xml': '<Types/>', 'xl/sheet.xml': '<x/>' }) },
      { name: 'empty.zip', bytes: zipOf({ 'readme.md': 'Nothing.' }) },
      { name: 'prose.csv', bytes: 'There is no table in here.' },
    ];
    const { reports } = await upload(caller, files, { domain: 'shop.example' });
    const told = new Map<string, { status: string; problems: { reason: string }[] }>(
      reports.map((report: { file: string }) => [report.file, report]),
    );
    expect(told.get('export.csv/Queries.csv')).toMatchObject({ status: 'imported' });
    expect(told.get('report.zip')?.problems[0]?.reason).toMatch(/PDF.*CSV/u);
    expect(told.get('book.csv')?.problems[0]?.reason).toMatch(/XLSX.*CSV/u);
    expect(told.get('empty.zip')?.problems[0]?.reason).toMatch(/no CSV/u);
    expect(told.get('prose.csv')).toMatchObject({ status: 'nothing_imported' });
  });

  it('is taken in no other size than it was announced with, and not started twice at once', async () => {
    const caller = await service.openAccount(10);
    const { id, addresses } = await begin(caller, exported);
    const [{ url } = { url: '' }] = addresses;
    expect((await put(url, Buffer.concat([archive, Buffer.alloc(1)]))).ok).toBe(false);
    expect((await put(url.replace(/%2F0\?|\/0\?/u, '/1?'), archive)).ok).toBe(false);
    await caller.post(`/v1/me/uploads/${id}/start`, {});
    const missing = await untilEnded(caller, id);
    expect(missing).toMatchObject({ status: 'failed', message: expect.stringContaining('not arrived') });
    const { events } = (await caller.get('/v1/me/events?type=import.failed')).body;
    expect(events).toMatchObject([{ why: missing.message, data: { upload_id: missing.id } }]);
    expect((await put(url, archive)).status).toBe(200);
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => caller.post(`/v1/me/uploads/${id}/start`, {})),
    );
    expect(starts.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await untilEnded(caller, id)).toMatchObject({ status: 'done' });
  });

  it('is refused where it is too large, of no market, or one too many of a day', async () => {
    const caller = await service.openAccount(10);
    const of = (body: object) => caller.post('/v1/me/uploads', body);
    const half = { name: 'half.csv', bytes: 30 * 1024 * 1024 };
    const tooLarge = await of({ files: [half, half] });
    expect(tooLarge.status).toBe(422);
    expect(tooLarge.text).toContain('50 MiB together');
    expect((await of({ files: [] })).status).toBe(422);
    expect((await of({ files: [{ name: 'a.csv', bytes: 1 }], location: 'Nowhere at all' })).status).toBe(422);
    const begun = await Promise.all(
      Array.from({ length: 3 }, () => of({ files: [{ name: 'a.csv', bytes: 1 }] })),
    );
    const made = begun.filter(({ status }) => status === 201).length;
    for (let more = made; more < uploadsPerDayOfKey; more += 1)
      expect((await of({ files: [{ name: 'a.csv', bytes: 1 }] })).status).toBe(201);
    const refused = await of({ files: [{ name: 'a.csv', bytes: 1 }] });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });
});

describe('an account that has had no credits, where callers are strangers', () => {
  const open = duringTests(() => startService({ HOST: '0.0.0.0', ALLOW_TEST_PAYMENTS: '1' }));

  it('begins few uploads a day, each of few rows, until it is granted some', async () => {
    const caller = await open.openAccount(0);
    const rows = Array.from({ length: rowsUnpaid + 50_000 }, (_, row) => `word ${row},1,9,10%,3`);
    const bytes = lines('Top queries,Clicks,Impressions,CTR,Position', rows.join('\n'));
    const large = await upload(caller, [{ name: 'Queries.csv', bytes }], { domain: 'shop.example' });
    expect(large).toMatchObject({ status: 'failed', message: expect.stringContaining('100,000 rows') });
    expect((await caller.get('/v1/me/imports')).body).toMatchObject({ sites: [], imports: [] });
    const beginOne = () => caller.post('/v1/me/uploads', { files: [{ name: 'a.csv', bytes: 1 }] });
    for (let more = 1; more < uploadsPerDayUnpaid; more += 1) expect((await beginOne()).status).toBe(201);
    expect(await beginOne()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await open.operations.operator.grant(caller.accountId, 10, 'a first purchase');
    expect((await beginOne()).status).toBe(201);
  });
});

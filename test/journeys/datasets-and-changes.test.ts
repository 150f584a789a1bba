import { setTimeout as sleep } from 'node:timers/promises';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { testService } from '#test/support/service/running-service.ts';
import { toListing } from '#test/support/sources/world.ts';

const service = testService();

const exportPath = '/v1/tools/export_dataset';

/** A newer listing in the index of the running service, as an import or a live look-up would leave it. */
async function listingChanges(
  query: string,
  urls: readonly string[],
  fetchedAt: number,
  cited?: readonly string[],
): Promise<void> {
  const { documents, tables } = service.database;
  const writer = createIndexWriter({ documents, table: tables.index, clock: Date.now });
  const listing = {
    ...toListing({ keyword: query, listing: urls }, 100),
    fetched_at: new Date(fetchedAt).toISOString(),
    ...(cited && {
      item_types_present: ['organic', 'ai_overview'],
      ai_overview: {
        text: 'An overview.',
        references: cited.map((url) => ({ domain: new URL(url).hostname, url, title: null })),
      },
    }),
  };
  await writer.writeListing(listing, resolveMarket({ location: 'us', language: 'en' }), 'test');
  await untilSeen();
}

/** Questions need not see the latest: on DynamoDB what was written may be there a moment later. */
const untilSeen = () => sleep(400);

describe('a dataset of the running service', () => {
  it('downloads as CSV by a link that needs no credential, and only unchanged', async () => {
    const caller = await service.openAccount(10);
    const { body } = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    const { uri, rows } = body.resources[0];
    const exported = await caller.post(exportPath, { uri, format: 'csv', limit: 2 });
    expect(exported.body.data.items).toHaveLength(2);

    const url: string = exported.body.data.download_url;
    const file = await fetch(url);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="ranked-keywords.csv"');
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^keyword,monthly_volume,/u);
    expect(lines).toHaveLength(rows + 1);
    // A folder says that there is nothing; a bucket, that it is not allowed.
    expect([403, 404]).toContain((await fetch(url.replace('.csv', '.ndjson'))).status);
    expect([403, 404]).toContain((await fetch(url.replace(/(signature=).{4}/iu, '$1AAAA'))).status);
  });

  it('that can be read again whole needs no copy, and so none is lost where the object store is away', async () => {
    const caller = await service.openAccount(10);
    const ask = () => caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    const without = await service.withoutDatasets(ask);
    expect(without).toMatchObject({ status: 200, body: { usage: { credits_charged: 3, balance_after: 7 } } });
    const [ranked] = without.body.resources;
    expect(ranked).toMatchObject({ name: 'ranked-keywords', rows: without.body.coverage.total_available });
    const { body } = await caller.post(exportPath, { uri: ranked.uri });
    expect(body.data).toMatchObject({ available: true });
    expect(body.data.items).toHaveLength(ranked.rows);
  });

  it('can be tried by the example before there is one, for nothing', async () => {
    const caller = await service.openAccount(0);
    const { body: capabilities } = await service.send('/v1/capabilities');
    const { example } = capabilities.data.tools.find(
      (tool: { name: string }) => tool.name === 'export_dataset',
    );
    const { status, body } = await caller.post(exportPath, example);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ available: true, note: expect.stringContaining('example') });
    expect(body.data.items.length).toBeGreaterThan(0);
  });

  it.each(['oriel://dataset/x', 'https://example.com/rows', 'oriel://dataset/../../etc/passwd'])(
    'is refused with invalid_dataset_uri where the URI is %s',
    async (uri) => {
      const caller = await service.openAccount(1);
      const { status, body } = await caller.post(exportPath, { uri });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'invalid_dataset_uri', errors: [{ pointer: '/uri' }] });
    },
  );
});

describe('deltas of the running service', () => {
  it('tell an account what changed since its own last answer, and no other account', async () => {
    const [one, other] = [await service.openAccount(20), await service.openAccount(20)];
    const question = { domain: 'mover.example', keywords: ['moving keyword'], mode: 'index' };
    const ask = async (caller: typeof one, body: object = question) =>
      (await caller.post('/v1/tools/inspect_search_visibility', body)).body;

    await listingChanges(
      'moving keyword',
      ['https://a.example/', 'https://mover.example/x'],
      Date.now() - 60_000,
    );
    expect((await ask(one)).deltas).toEqual([]);
    await listingChanges('moving keyword', ['https://mover.example/x', 'https://a.example/'], Date.now());
    expect((await ask(other)).deltas).toEqual([]);
    const again = await ask(one, { ...question, location: '2840', language: 'en' });
    expect(again.deltas).toEqual([
      {
        type: 'ranks_for',
        subject: { id: 'moving keyword', kind: 'keyword' },
        field: 'position',
        previous: 2,
        current: 1,
        previous_observed_at: expect.stringMatching(/Z$/u),
      },
    ]);
    await untilSeen();
    expect((await ask(one)).deltas).toEqual([]);
  });

  it('tell when an AI overview begins to cite the domain and when it ends, at the price of the call', async () => {
    const caller = await service.openAccount(20);
    const urls = ['https://a.example/', 'https://quoted.example/x'];
    const [ours, theirs] = [['https://www.quoted.example/guide'], ['https://a.example/']];
    const start = Date.now() - 60_000;
    const ask = async () => {
      const { body } = await caller.post('/v1/tools/inspect_search_visibility', {
        ...{ domain: 'quoted.example', keywords: ['quoted keyword'], mode: 'index' },
      });
      expect(body.usage.credits_charged).toBe(price);
      const [row] = body.data.positions;
      const stated = body.facts.some(({ type }: { type: string }) => type === 'cited_in_ai_overview');
      return { deltas: body.deltas, told: row.ai_overview, stated };
    };
    const { body } = await service.send('/v1/capabilities');
    const price = body.data.credit_cost.inspect_search_visibility;
    const change = (previous: string, current: string) => ({
      type: 'cited_in_ai_overview',
      subject: { id: 'quoted keyword', kind: 'keyword' },
      field: 'ai_overview',
      previous,
      current,
      previous_observed_at: expect.stringMatching(/Z$/u),
    });

    await listingChanges('quoted keyword', urls, start, theirs);
    expect(await ask()).toEqual({ deltas: [], told: 'not_cited', stated: false });
    await listingChanges('quoted keyword', urls, start + 10_000, ours);
    expect(await ask()).toEqual({ deltas: [change('not_cited', 'cited')], told: 'cited', stated: true });
    await untilSeen();
    expect((await ask()).deltas).toEqual([]);
    await listingChanges('quoted keyword', urls, start + 20_000);
    expect(await ask()).toEqual({ deltas: [change('cited', 'none')], told: 'none', stated: false });
  });
});

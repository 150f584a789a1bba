import { DatasetUnavailableError } from '#clients/typescript/src/errors.ts';
import { Oriel } from '#clients/typescript/src/oriel.ts';
import { testService } from '#test/support/service/running-service.ts';

const question = { keyword: 'hiking boots' };

let live: Oriel;
const service = testService();
beforeAll(async () => {
  live = await clientWith(100);
});

async function clientWith(credits: number): Promise<Oriel> {
  const { key } = await service.openAccount(credits);
  return new Oriel({ apiKey: key, baseUrl: service.baseUrl });
}

describe('a dataset, read by the TypeScript client', () => {
  it('comes page by page, with all of its rows', async () => {
    const { resources } = await live.inspectDomain({ domain: 'trailpeak.example' });
    const [resource] = resources;
    let requests = 0;
    const counting: typeof fetch = (address, init) => {
      requests += 1;
      return fetch(address, init);
    };
    const client = live.with({ fetch: counting });
    const keywords: unknown[] = [];
    for await (const { keyword } of client.dataset(resource?.uri ?? '', { rowsOnPage: 50 }))
      keywords.push(keyword);
    expect(keywords).toHaveLength(resource?.rows ?? 0);
    expect(new Set(keywords).size).toBe(keywords.length);
    expect(requests).toBe(Math.ceil(keywords.length / 50));
  });

  it('gives the columns and rows that were chosen, in their order', async () => {
    const { resources } = await live.inspectDomain({ domain: 'trailpeak.example' });
    const pages = live.dataset<{ keyword: string; position: number }>(resources[0] ?? '', {
      fields: ['keyword', 'position'],
      where: [{ field: 'position', op: '<=', value: 3 }],
      sort: ['-position', 'keyword'],
      rowsOnPage: 20,
    });
    const rows: { keyword: string; position: number }[] = [];
    for await (const row of pages) rows.push(row);
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.flatMap((row) => Object.keys(row)))).toEqual(new Set(['keyword', 'position']));
    const positions = rows.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(Math.max(...positions)).toBeLessThanOrEqual(3);
    expect(await pages.first()).toEqual(rows.slice(0, 20));
  });

  it('downloads as a file', async () => {
    const { resources } = await live.inspectDomain({ domain: 'trailpeak.example' });
    const file = await live.download(resources[0] ?? '', { format: 'csv', fields: ['keyword'] });
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength((resources[0]?.rows ?? 0) + 1);
  });

  it('that is not there is an error, not an empty list', async () => {
    const uri = 'oriel://dataset/ranked-keywords/ds_01kbhs3x9mq6d8v0a2c4e6g8j0';
    const missing = live.dataset(uri).first();
    await expect(missing).rejects.toBeInstanceOf(DatasetUnavailableError);
    await expect(missing).rejects.toMatchObject({ code: 'dataset_unavailable', creditsCharged: 0 });
    const malformed = live.dataset('oriel://dataset/x').first();
    await expect(malformed).rejects.toMatchObject({ code: 'invalid_dataset_uri', pointer: '/uri' });
  });
});

describe('the usage log, read by the TypeScript client', () => {
  it('comes page by page, by the links of the service', async () => {
    const client = await clientWith(20);
    for (let calls = 0; calls < 5; calls += 1) await client.inspectKeyword(question);
    const found: string[] = [];
    for await (const { request_id } of client.listUsage({ tool: 'inspect_keyword', limit: 2 }))
      found.push(request_id);
    expect(new Set(found).size).toBe(5);
    expect(await client.listUsage({ limit: 2 }).first()).toHaveLength(2);
  });
});

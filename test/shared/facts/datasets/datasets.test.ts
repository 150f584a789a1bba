import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { exampleDataset } from '#shared/contract/examples.ts';
import {
  createDatasetRecords,
  packRows,
  parseDatasetUri,
  parseRow,
} from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { linesIn } from '#shared/platform/spooled-lines.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';
import { wholeBody } from '#test/support/stores/whole-body.ts';

const dayMs = 24 * 3_600_000;
let now = Date.UTC(2026, 10, 20);

const database = testDatabase();

const mine = {
  accountId: 'acct_mine',
  tool: 'inspect_domain',
  args: { domain: 'shop.example', location: 'United States', language: 'English' },
} as const;

function open() {
  const objects = memoryObjects();
  const records = createDatasetRecords(database.documents, database.tables);
  const datasets = createDatasets({ records, objects, clock: () => now });
  return { objects, datasets };
}

async function storeRows(rows: Record<string, unknown>[], name = 'ranked-keywords') {
  const opened = open();
  const planned = opened.datasets.plan(mine, { name, description: 'Ranked keywords.', rows });
  await planned.store();
  const { resource } = planned;
  const { uri } = resource;
  const read = (question = {}, accountId: string = mine.accountId) =>
    opened.datasets
      .reader(accountId)
      .read({ uri, offset: 0, limit: undefined, format: undefined, ...question });
  return { ...opened, resource, uri, read };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ keyword: `k${at}`, at }));

describe('a stored dataset', () => {
  it('is named in resources by a URI of at most 512 characters, with its size and its end', async () => {
    const { resource } = await storeRows(numbered(3));
    expect(resource).toEqual({
      uri: expect.stringMatching(/^oriel:\/\/dataset\/ranked-keywords\/ds_[0-9a-z]{26}$/u),
      name: 'ranked-keywords',
      description: 'Ranked keywords.',
      mime_type: 'application/x-ndjson',
      rows: 3,
      expires_at: new Date(now + 7 * dayMs).toISOString(),
    });
    expect(resource.uri.length).toBeLessThanOrEqual(512);
  });

  it('gives all its rows back as they were, with the call that made it', async () => {
    const rows = [{ keyword: 'größe', cpc_usd: null, trend: [{ month: '2026-10', volume: 5 }] }, { at: 1 }];
    const { read } = await storeRows(rows);
    expect(await read()).toMatchObject({
      available: true,
      dataset: { rows, total: 2, download_url: null, origin: { tool: 'inspect_domain', args: mine.args } },
    });
  });

  it('gives any slice of its rows', async () => {
    const { read } = await storeRows(numbered(10));
    const slice = async (question: object) => {
      const answer = await read(question);
      return answer.available ? answer.dataset.rows.map(({ at }) => at) : undefined;
    };
    expect(await slice({ offset: 2, limit: 3 })).toEqual([2, 3, 4]);
    expect(await slice({ offset: 8, limit: 5 })).toEqual([8, 9]);
    expect(await slice({ offset: 10 })).toEqual([]);
  });

  it('that is too large for one answer gives what fits and a link to the rest', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ at, text: 'x'.repeat(5_000) }));
    const { read } = await storeRows(rows);
    const answer = await read();
    if (!answer.available) throw new Error('It is there.');
    const { rows: first, total, download_url } = answer.dataset;
    expect(total).toBe(300);
    expect(first.length).toBeGreaterThan(100);
    expect(JSON.stringify(first).length).toBeLessThanOrEqual(1_001_000);
    expect(download_url).toContain('.ndjson');
    const next = await read({ offset: first.length });
    expect(next.available && next.dataset.rows[0]?.at).toBe(first.length);
  });

  it('can be read on to its end even where one row alone is too large', async () => {
    const { read } = await storeRows([{ text: 'x'.repeat(1_100_000) }, { at: 1 }]);
    const answer = await read();
    expect(answer.available && answer.dataset.rows.length).toBe(1);
  });

  it.each(['csv', 'ndjson'] as const)(
    'is written as one %s file when a link to it is asked for',
    async (format) => {
      const { read, objects } = await storeRows(numbered(2));
      const answer = await read({ format, limit: 1 });
      const key = objects.keys().find((name) => name.endsWith(`.${format}`)) ?? '';
      expect(answer.available && answer.dataset.download_url).toContain(key);
      expect(Buffer.from((await objects.get(key)) ?? []).toString()).toBe(
        format === 'csv'
          ? 'keyword,at\r\nk0,0\r\nk1,1\r\n'
          : '{"keyword":"k0","at":0}\n{"keyword":"k1","at":1}\n',
      );
    },
  );
});

describe('the example dataset', () => {
  it('can be read and downloaded by every account, and says that it is an example', async () => {
    const { objects, datasets } = open();
    const question = { uri: exampleDataset.uri, offset: 1, limit: 1, format: 'csv' } as const;
    const answer = await datasets.reader('acct_new').read(question);
    expect(answer).toMatchObject({
      available: true,
      dataset: { rows: [exampleDataset.rows[1]], total: 3, note: exampleDataset.note },
    });
    expect(objects.keys()).toEqual(['datasets/example/ds_00000000000000000000000000.csv']);
  });
});

describe('a dataset that cannot be given', () => {
  it('looks the same whether it belongs to another account or never was', async () => {
    const { read, uri, datasets } = await storeRows(numbered(1));
    const unknown = uri.replace(/.{4}$/u, 'zzzz');
    const question = { offset: 0, limit: undefined, format: undefined };
    const ofAnother = await read({}, 'acct_other');
    expect(ofAnother).toEqual({ available: false, note: expect.any(String), origin: undefined });
    expect(await datasets.reader(mine.accountId).read({ uri: unknown, ...question })).toEqual(ofAnother);
    expect(await read({ uri: uri.replace('ranked-keywords', 'other-name') })).toEqual(ofAnother);
  });

  it('says how to make it again once it has expired, to its own account only', async () => {
    const { read } = await storeRows(numbered(1));
    now += 7 * dayMs;
    expect(await read()).toEqual({
      available: false,
      note: expect.stringContaining('kept until'),
      origin: { tool: 'inspect_domain', args: mine.args },
    });
    expect(await read({}, 'acct_other')).toMatchObject({ available: false, origin: undefined });
  });

  it('says how to make it again where its file is gone', async () => {
    const { read, objects } = await storeRows(numbered(1));
    for (const key of objects.keys()) await objects.delete(key);
    expect(await read()).toMatchObject({ available: false, origin: { tool: 'inspect_domain' } });
  });
});

describe('a dataset URI', () => {
  it.each([
    'oriel://dataset/',
    'oriel://dataset/ranked-keywords',
    'https://dataset/ranked-keywords/ds_01234567890123456789012345',
    'oriel://dataset/../ds_01234567890123456789012345',
    'oriel://dataset/a/b/ds_01234567890123456789012345',
    'oriel://dataset/Ranked/ds_01234567890123456789012345',
    'oriel://dataset/a/ds_01234567890123456789012345\n',
  ])('%j is refused with invalid_dataset_uri', (uri) => {
    expect(() => parseDatasetUri(uri)).toThrow(ServiceError);
    expect(() => parseDatasetUri(uri)).toThrow(expect.objectContaining({ code: 'invalid_dataset_uri' }));
  });
});

describe('rows of a dataset', () => {
  const fileOf = async (rows: Record<string, unknown>[], format: 'csv' | 'ndjson') => {
    const { objects, read } = await storeRows(rows);
    await read({ format });
    const key = objects.keys().find((name) => name.endsWith(`.${format}`)) ?? '';
    return Buffer.from((await objects.get(key)) ?? []).toString();
  };

  it('survive packing whatever text is in them, and in whatever pieces they come back', async () => {
    const row = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.nat({ max: 50 }), async (rows, at) => {
        const packed = await wholeBody(packRows(rows));
        const pieces = Readable.from([packed.subarray(0, at), packed.subarray(at)]);
        const lines: string[] = [];
        for await (const some of linesIn(pieces)) lines.push(...some);
        expect(lines.map(parseRow)).toEqual(rows.map((one) => JSON.parse(JSON.stringify(one))));
      }),
      { seed: 30, numRuns: 100 },
    );
  });

  it('cannot start a formula in a spreadsheet, while numbers stay numbers', async () => {
    const row = { a: '=HYPERLINK("x")', b: '+1', c: '-1', d: '@x', e: -1, f: 'x,y', g: { h: [1] } };
    expect(await fileOf([row], 'csv')).toBe(
      'a,b,c,d,e,f,g\r\n"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@x,-1,"x,y","{""h"":[1]}"\r\n',
    );
  });

  it('have a column for every member that any of them has', async () => {
    expect(await fileOf([{ a: 1 }, { b: null, c: 'x' }], 'csv')).toBe('a,b,c\r\n1,,\r\n,,x\r\n');
  });

  it('have every row once and in order, however many there are, with the columns of the last', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => (n < 49_999 ? { n } : { n, last: true }));
    const table = (await fileOf(rows, 'csv')).split('\r\n');
    expect(table).toHaveLength(50_002);
    expect([table[0], table[5_001], table[50_000]]).toEqual(['n,last', '5000,', '49999,true']);
    const lines = (await fileOf(rows, 'ndjson')).trim().split('\n');
    expect(lines.map((line) => parseRow(line).n)).toEqual(rows.map(({ n }) => n));
  });
});

import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createPutAll } from '#local/data/bulk-door.ts';
import { dynoxideBinary, startDatabase } from '#local/data/database.ts';
import { createIndexTable, writeUnitsOf } from '#shared/facts/stored-index/table/index-table.ts';
import { type TestDatabase, testDatabase } from '#test/support/stores/database.ts';

const withEngine = dynoxideBinary() ? describe : describe.skip;

withEngine("the embedded engine's door for many items", () => {
  const test = testDatabase();

  const put = (items: Parameters<NonNullable<TestDatabase['database']['putAll']>>[1]) =>
    test.database.putAll?.(test.tables.index, items);
  const read = async (sk: string) =>
    (await test.documents.send(new GetCommand({ TableName: test.tables.index, Key: { pk: 'many', sk } })))
      .Item;

  it('takes items of every kind that the index has, in the place of what was there', async () => {
    const item = {
      pk: 'many',
      sk: 'each',
      text: 'Größe 🫖',
      number: 0.5,
      yes: true,
      none: null,
      bytes: new Uint8Array([0, 255, 7]),
      list: [1, 'two', { three: 3 }],
      map: { d: new Uint8Array([9]), b: [[-1]] },
    };
    expect(await put([{ pk: 'many', sk: 'each', before: 1 }])).toBe(true);
    expect(await put([item])).toBe(true);
    expect(await read('each')).toEqual(item);
  });

  it('takes hundreds of large items in one request', async () => {
    const bytes = (sk: string) => createHash('shake256', { outputLength: 60_000 }).update(sk).digest();
    const names = Array.from({ length: 500 }, (_, index) => `large-${index}`);
    expect(await put(names.map((sk) => ({ pk: 'many', sk, d: bytes(sk) })))).toBe(true);
    expect(Buffer.compare((await read('large-499'))?.d, bytes('large-499'))).toBe(0);
  });

  it('writes nothing of a request in which one item is refused', async () => {
    expect(await put([{ pk: 'many', sk: 'beside' }, { sk: 'without its key' }])).toBe(false);
    expect(await read('beside')).toBeUndefined();
  });

  it('opens to its own token alone', async () => {
    const door = test.database.bulkDoor;
    if (!door) throw new Error('The engine has no door.');
    const stranger = createPutAll({ ...door, token: 'a'.repeat(43) });
    expect(await stranger(test.tables.index, [{ pk: 'many', sk: 'stranger' }])).toBe(false);
    expect(await read('stranger')).toBeUndefined();
    const other = await startDatabase({ env: {} });
    expect(other.bulkDoor?.token).not.toBe(door.token);
    await other.stop();
  });

  it('is passed by where it stays shut, and every item is written all the same', async () => {
    const table = createIndexTable({
      documents: test.documents,
      table: test.tables.index,
      commitsTogether: true,
      putAll: async () => false,
    });
    await table.change([{ put: { pk: 'many', sk: 'passed by', d: 'row' } }]);
    expect(await read('passed by')).toEqual({ pk: 'many', sk: 'passed by', d: 'row' });
  });

  it('counts the write units that a table would bill for its items', async () => {
    let counted = 0;
    const meter = {
      read: () => {},
      written: (units: number) => {
        counted += units;
      },
    };
    const { documents, tables } = test;
    const table = createIndexTable({ documents, table: tables.index, meter });
    for (const [index, length] of [1, 900, 1_000, 1_030, 2_100, 5_000].entries()) {
      const item = { pk: 'units', sk: String(index), d: 'é'.repeat(length / 2), n: 12.5, m: { a: [1, 'b'] } };
      counted = 0;
      await table.put(item);
      expect({ length, units: writeUnitsOf(item) }).toEqual({ length, units: counted });
    }
  });
});

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { createTables, startDatabase } from '#local/data/database.ts';
import {
  changeItem,
  failedCheck,
  type Item,
  removeItem,
  replaceItem,
  setAll,
  type WritableTable,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { applySteps } from '#test/support/model/item-store.ts';

const number = fc.integer({ min: -3, max: 3 });
const name = fc.constantFrom('use_1', 'use_2', 'a b', '#hash', 'size');
const item = fc.record({
  balance: number,
  status: fc.constantFrom('active', 'suspended'),
  ended: fc.constantFrom(null, 1),
  holds: fc.dictionary(name, fc.record({ credits: number }), { maxKeys: 3 }),
});
const path = fc.oneof(
  fc.constant(['balance']),
  fc.tuple(fc.constant('holds'), name),
  fc.tuple(fc.constant('holds'), name, fc.constant('credits')),
  fc.constantFrom(['missing'], ['account_id'], ['ended']),
);
const test = fc.oneof(
  fc.record({ path, test: fc.constantFrom('absent' as const, 'present' as const) }),
  fc.record({
    path,
    test: fc.constantFrom('equals' as const, 'below' as const, 'at least' as const),
    value: number,
  }),
  fc.record({
    path: fc.constantFrom(['status'], ['missing'], ['ended']),
    test: fc.constant('equals' as const),
    value: fc.constantFrom('active', 'suspended', null),
  }),
  fc.record({
    path: fc.tuple(fc.constant('holds'), name),
    test: fc.constant('equals' as const),
    value: fc.record({ credits: number }),
  }),
  fc.record({
    path: fc.constant(['holds']),
    test: fc.constant('fewer entries than' as const),
    value: number,
  }),
);
const anyOf = fc.record({
  test: fc.constant('any of' as const),
  of: fc.array(test, { minLength: 1, maxLength: 3 }),
});
const checks = fc.array(fc.oneof({ weight: 3, arbitrary: test }, { weight: 1, arbitrary: anyOf }), {
  maxLength: 3,
});
const stepsOnAny = [
  { do: 'set', path: ['status'], value: 'suspended' },
  { do: 'count', path: ['calls'], value: 1 },
] as const;
const stepsOnStored = [
  { do: 'add', path: ['balance'], value: -2 },
  { do: 'set', path: ['holds', 'use_1'], value: { credits: 2 } },
  { do: 'remove', path: ['holds', 'use_2'] },
  { do: 'set sum', path: ['sum'], from: ['balance'], value: 5 },
] as const;

describe.each(['dynoxide', 'dynalite'] as const)('a conditional write, as %s carries it out', (engine) => {
  let table: WritableTable;
  let stop: () => Promise<void>;
  const key = { account_id: 'acct_1' };
  beforeAll(async () => {
    const database = await startDatabase({ engine, env: {} });
    await createTables(database.clientConfig);
    const documents = createDocuments(database.clientConfig);
    table = { documents, name: 'oriel-accounts' };
    stop = async () => {
      documents.destroy();
      await database.stop();
    };
  });
  afterAll(() => stop());

  async function store(before: Item | undefined): Promise<Item | undefined> {
    if (before) await replaceItem(table, { ...before, ...key }, []);
    else await removeItem(table, key);
    return before && { ...before, ...key };
  }

  async function stored(): Promise<Item | undefined> {
    const read = new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true });
    return (await table.documents.send(read)).Item;
  }

  async function expectStored(expected: Item | undefined): Promise<void> {
    expect(await stored()).toEqual(expected);
  }

  it('changes an item as the model checker takes it to', async () => {
    const changes = fc.oneof(
      fc.tuple(item, fc.subarray([...stepsOnStored, ...stepsOnAny], { minLength: 1 })),
      fc.tuple(fc.constant(undefined), fc.subarray([...stepsOnAny], { minLength: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(changes, checks, async ([given, steps], asked) => {
        const before = await store(given);
        const change = { checks: asked, steps };
        const after = failedCheck(change, before) ? undefined : applySteps(before ?? key, change);
        expect(await changeItem(table, key, change)).toEqual(after);
        await expectStored(after ?? before);
      }),
      { seed: 7, numRuns: 250 },
    );
  });

  it('replaces or removes an item where every check holds of what is there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(item, { nil: undefined }), checks, async (given, asked) => {
        const before = await store(given);
        const isRefused = failedCheck({ checks: asked }, before) !== undefined;

        expect(await removeItem(table, key, asked)).toEqual(isRefused ? undefined : before);
        await expectStored(isRefused ? before : undefined);

        await store(given);
        expect(await replaceItem(table, { ...key, balance: 9 }, asked)).toBe(!isRefused);
        await expectStored(isRefused ? before : { ...key, balance: 9 });
      }),
      { seed: 7, numRuns: 120 },
    );
  });

  it('leaves attributes as they are that are set to undefined', () => {
    expect(setAll({ name: 'a', email: undefined })).toEqual([{ do: 'set', path: ['name'], value: 'a' }]);
  });
});

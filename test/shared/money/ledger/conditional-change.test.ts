import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { createTables } from '#local/data/create-tables.ts';
import { startDatabase } from '#local/data/database.ts';
import {
  type Change,
  failedCheck,
  type Item,
  toExpressions,
} from '#shared/platform/dynamo/conditional-change.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { applySteps } from '#test/support/model/item-store.ts';

const number = fc.integer({ min: -3, max: 3 });
const name = fc.constantFrom('use_1', 'use_2', 'a b', '#hash', 'size');
const item = fc.record({
  balance: number,
  status: fc.constantFrom('active', 'suspended'),
  holds: fc.dictionary(name, fc.record({ credits: number }), { maxKeys: 3 }),
});
const path = fc.oneof(
  fc.constant(['balance']),
  fc.tuple(fc.constant('holds'), name),
  fc.tuple(fc.constant('holds'), name, fc.constant('credits')),
  fc.constant(['missing']),
);
const check = fc.oneof(
  fc.record({
    condition: fc.constant('p'),
    path,
    test: fc.constantFrom('absent' as const, 'present' as const),
  }),
  fc.record({
    condition: fc.constant('p'),
    path,
    test: fc.constantFrom('equals' as const, 'below' as const, 'at least' as const),
    value: number,
  }),
  fc.record({
    condition: fc.constant('p'),
    path: fc.constantFrom(['status'], ['missing']),
    test: fc.constant('equals' as const),
    value: fc.constantFrom('active', 'suspended'),
  }),
  fc.record({
    condition: fc.constant('p'),
    path: fc.constant(['holds']),
    test: fc.constant('fewer entries than' as const),
    value: number,
  }),
);
const steps = fc.subarray(
  [
    { do: 'add', path: ['balance'], value: -2 },
    { do: 'set', path: ['holds', 'use_1'], value: { credits: 2 } },
    { do: 'remove', path: ['holds', 'use_2'] },
    { do: 'set', path: ['status'], value: 'suspended' },
    { do: 'set sum', path: ['sum'], from: ['balance'], value: 5 },
  ] as const,
  { minLength: 1 },
);
const change: fc.Arbitrary<Change> = fc.record({
  checks: fc.array(check, { minLength: 1, maxLength: 3 }),
  steps,
});

describe.each(['dynoxide', 'dynalite'] as const)('a change, as %s carries it out', (engine) => {
  let documents: DynamoDBDocumentClient;
  let stop: () => Promise<void>;
  const TableName = 'oriel-accounts';
  const Key = { account_id: 'acct_1' };
  beforeAll(async () => {
    const database = await startDatabase({ engine, env: {} });
    await createTables(database.clientConfig);
    documents = createDocuments(database.clientConfig);
    stop = async () => {
      documents.destroy();
      await database.stop();
    };
  });
  afterAll(() => stop());

  async function carryOut(before: Item, wanted: Change): Promise<Item | 'refused'> {
    await documents.send(new PutCommand({ TableName, Item: { ...before, ...Key } }));
    try {
      await documents.send(new UpdateCommand({ TableName, Key, ...toExpressions(wanted) }));
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'refused';
      throw error;
    }
    return (await documents.send(new GetCommand({ TableName, Key }))).Item ?? {};
  }

  it('is what the model checker takes it for', async () => {
    await fc.assert(
      fc.asyncProperty(item, change, async (before, wanted) => {
        const expected = failedCheck(wanted, before) ? 'refused' : { ...applySteps(before, wanted), ...Key };
        expect(await carryOut(before, wanted)).toEqual(expected);
      }),
      { seed: 7, numRuns: 250 },
    );
  });
});

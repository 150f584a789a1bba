import { BatchWriteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { type FlatItem, flatPages } from '#shared/platform/dynamo/flat-items.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('pages of flat items', () => {
  const database = testDatabase();

  const queryOf = (account: string, Limit?: number) => ({
    TableName: database.tables.usage,
    KeyConditionExpression: 'account_id = :account',
    ExpressionAttributeValues: { ':account': account },
    ...(Limit !== undefined && { Limit }),
  });

  async function read(query: ReturnType<typeof queryOf>): Promise<FlatItem[]> {
    const items: FlatItem[] = [];
    for await (const page of flatPages(database.documents, query)) items.push(...page);
    return items;
  }

  const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.constant(null));

  it('hold what the SDK reads, value by value, over any number of pages', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ one: value, other: value }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        async (values, limit) => {
          run += 1;
          const account = `acct_${run}`;
          const items = values.map((item, index) => ({ account_id: account, id: `use_${index}`, ...item }));
          const requests = items.map((Item) => ({ PutRequest: { Item } }));
          await database.documents.send(
            new BatchWriteCommand({ RequestItems: { [database.tables.usage]: requests } }),
          );
          const expected: unknown[] = [];
          for await (const { Items = [] } of paginateQuery({ client: database.documents }, queryOf(account)))
            expected.push(...Items);
          expect(await read(queryOf(account, limit))).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuse what they cannot hold, rather than to leave it out', async () => {
    const Item = { account_id: 'acct_nested', id: 'use_1', list: [1] };
    await database.documents.send(
      new BatchWriteCommand({ RequestItems: { [database.tables.usage]: [{ PutRequest: { Item } }] } }),
    );
    await expect(read(queryOf('acct_nested'))).rejects.toThrow('The attribute list is neither');
  });

  it('fail as the SDK does where the database refuses', async () => {
    const query = { ...queryOf('acct_1'), TableName: 'nowhere' };
    await expect(read(query)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

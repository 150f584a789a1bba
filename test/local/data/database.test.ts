import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createTables } from '#local/data/create-tables.ts';
import { startDatabase } from '#local/data/database.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';

describe('the embedded database', () => {
  it.each(['dynoxide', 'dynalite'] as const)('keeps what was written, on %s', async (engine) => {
    const database = await startDatabase({ engine });
    const tables = await createTables(database.clientConfig);
    await createTables(database.clientConfig);
    const documents = createDocuments(database.clientConfig);
    await documents.send(
      new PutCommand({ TableName: tables.accounts, Item: { account_id: 'acct_1', balance: 5 } }),
    );
    const { Item } = await documents.send(
      new GetCommand({ TableName: tables.accounts, Key: { account_id: 'acct_1' } }),
    );
    expect(database.engine).toBe(engine);
    expect(Item).toEqual({ account_id: 'acct_1', balance: 5 });
    documents.destroy();
    await database.stop();
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createTables, freePort, startDatabase } from '#local/data/database.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';

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

  it.each(['for requests', 'for many items'])(
    'starts on other ports where another process has the one %s',
    async (purpose) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const taken = address && typeof address === 'object' ? address.port : 0;
      const offered = purpose === 'for requests' ? [taken] : [await freePort(), taken];
      const ports = async () => offered.shift() ?? freePort();
      const database = await startDatabase({ engine: 'dynoxide', ports });
      expect(await isAnswering(database.endpoint)).toBe(true);
      expect(offered).toEqual([]);
      expect([database.endpoint, database.bulkDoor?.url].join(' ')).not.toContain(`:${taken}`);
      await database.stop();
      other.close();
    },
  );

  it('does not outlive its process, even when that is killed', async () => {
    const owner = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', ownerCode],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const endpoint = await firstWords(owner);
    expect(await isAnswering(endpoint)).toBe(true);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    // Jest's own patience is the deadline.
    while (await isAnswering(endpoint)) await pause(20);
  });
});

const ownerCode = `
  const { startDatabase } = await import('#local/data/database.ts');
  const { endpoint } = await startDatabase({ engine: 'dynoxide' });
  process.stdout.write(endpoint);
  setInterval(() => {}, 1_000);
`;

async function firstWords({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) return String(chunk);
  throw new Error('It ended without a word.');
}

function isAnswering(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

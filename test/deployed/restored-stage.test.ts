import { randomBytes } from 'node:crypto';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createReconciler } from '#shared/money/ledger/reconciler.ts';
import { tableList } from '#shared/platform/dynamo/tables.ts';
import { startDeployedService } from './support/deployed-service.ts';
import { type RunningDeployment, startDeployment } from './support/deployment.ts';

/** What a backup outside the account holds: the tables that nothing else can make again, and the seeds. */
type Backup = Awaited<ReturnType<typeof backUp>>;

const newSeed = () => JSON.stringify({ seed: randomBytes(32).toString('hex') });

const importedAgain = ['index', 'facts'];
const kept = tableList.map(({ name }) => name).filter((name) => !importedAgain.includes(name));

async function backUp({ documents, tables, secret }: RunningDeployment) {
  const items = new Map<string, Record<string, unknown>[]>();
  for (const name of kept)
    for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tables[name] }))
      items.set(tables[name], [...(items.get(tables[name]) ?? []), ...Items]);
  return { items, secrets: { service: secret('service'), signing: secret('signing') } };
}

async function restore({ items }: Backup, { documents }: RunningDeployment): Promise<void> {
  for (const [table, all] of items)
    for (let start = 0; start < all.length; start += 25) {
      const requests = all.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
}

describe('a stage that is restored from its tables and seeds alone', () => {
  let backup: Backup;
  let caller: { readonly accountId: string; readonly key: string };
  const question = JSON.stringify({ keyword: 'running shoes' });
  const ask = (baseUrl: string, path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${caller.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'asked-before',
      },
    });
  const askKeyword = (baseUrl: string) =>
    ask(baseUrl, '/v1/tools/inspect_keyword', { method: 'POST', body: question });

  beforeAll(async () => {
    // Secrets Manager gives every stage seeds of its own.
    const lost = await startDeployedService({ secrets: { service: newSeed(), signing: newSeed() } });
    caller = await lost.openAccount(50);
    expect((await askKeyword(lost.baseUrl)).status).toBe(200);
    backup = await backUp(lost.running);
    await lost.stop();
  });

  it('knows its keys, balances and answers, charges nothing again, and its books add up', async () => {
    const restored = await startDeployment({ secrets: backup.secrets });
    try {
      await restore(backup, restored);
      const credits = await ask(restored.baseUrl, '/v1/me/credits');
      expect(await credits.json()).toMatchObject({ balance: 48 });
      const again = await askKeyword(restored.baseUrl);
      expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '0']);
      const { documents, tables } = restored;
      const books = createReconciler({ documents, tables, clock: Date.now });
      const proof = await books.reconcile(caller.accountId);
      expect(proof).toMatchObject({ proven: true, balance: 48, charged: 2 });
    } finally {
      await restored.stop();
    }
  });

  it('recognizes no key without its seed, which is why the seed has a replica', async () => {
    const restored = await startDeployment();
    try {
      await restore(backup, restored);
      expect((await ask(restored.baseUrl, '/v1/me/credits')).status).toBe(401);
    } finally {
      await restored.stop();
    }
  });
});

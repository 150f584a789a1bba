import { gzipSync } from 'node:zlib';
import { DeleteCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { packAnswers } from '#functions/maintenance/pack-answers.ts';
import { type ArchivedAnswer, createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { newId } from '#shared/platform/ids.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const database = testDatabase();
const dayMs = 86_400_000;
const logger = { info: () => {}, warn: () => {}, error: () => {} };
/** Accounts of its own alone, and no mark of a run. */
async function world() {
  const { documents, tables } = database;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.accounts }));
  const done = Items.map(({ account_id }) => ({ table: tables.accounts, Key: { account_id } }));
  const mark = { table: tables.usage, Key: { account_id: 'answers#', id: 'packed' } };
  for (const { table: TableName, Key } of [...done, mark])
    await documents.send(new DeleteCommand({ TableName, Key }));
  let now = Date.UTC(2026, 10, 20, 12);
  const clock = () => now;
  const places = { documents, tables, objects: memoryObjects(), clock, logger };
  const recent = createRecentAnswers(places);
  const accounts = createAccountRepository(places);
  return {
    places,
    archive: createAnswerArchive(places),
    run: () => packAnswers(places)(),
    pass: (ms: number) => {
      now += ms;
    },
    async openAccount() {
      const email = `${newId('acct', now)}@test.example`;
      return (await accounts.create({ email, rateLimits: limits, maxConcurrentCalls: 5 })).accountId;
    },
    async keep(accountId: string, requestId = newId('req', now)): Promise<string> {
      await recent.put(accountId, requestId, gzipSync(JSON.stringify(answerOf(requestId))));
      return requestId;
    },
  };
}

const limits = { minute: 60, hour: 1_000, day: 10_000 };
const answerOf = (requestId: string): ArchivedAnswer => ({
  request_id: requestId,
  credential_id: 'cred_1',
  tool: 'inspect_domain',
  arguments: { domain: 'a.example' },
  answer: { data: requestId },
});

describe('answers that were paid for', () => {
  it('are each opened and listed at any time: before their day is packed, meanwhile, and when it is only in files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 9 * 3_600_000 })), { maxLength: 30 }),
        async (calls) => {
          const { archive, run, pass, keep, openAccount } = await world();
          const accounts = [await openAccount(), await openAccount(), await openAccount()];
          const kept = new Map<string, string[]>(accounts.map((id) => [id, []]));
          const areWhole = async () => {
            for (const [accountId, ids] of kept) {
              expect(await archive.list(accountId)).toEqual(ids.toSorted());
              for (const id of ids) expect(await archive.find(accountId, id)).toEqual(answerOf(id));
            }
          };
          for (const [who, ms] of calls) {
            pass(ms);
            const accountId = accounts[who] ?? '';
            kept.get(accountId)?.push(await keep(accountId));
            if (ms % 5 === 0) await run();
          }
          await areWhole();
          pass(2 * dayMs);
          await run();
          await areWhole();
          // Every item has expired.
          pass(9 * dayMs);
          await areWhole();
        },
      ),
      { numRuns: 6 },
    );
  });

  it('of a day lie in as few files as hold two hundred each, whether it is packed once or again', async () => {
    const { archive, places, run, pass, keep, openAccount } = await world();
    const accountId = await openAccount();
    const at = places.clock();
    const ids = await Promise.all(Array.from({ length: 450 }, () => keep(accountId, newId('req', at))));
    pass(dayMs);
    expect(await run()).toEqual({ files: 3 });
    expect(await run()).toEqual({ files: 0 });
    const span = { from: 'req_', to: 'req_~' };
    const keys = await archive.pack(accountId, span);
    expect(places.objects.keys()).toEqual(keys.toSorted());
    expect(await archive.list(accountId)).toEqual(ids.toSorted());
    await archive.forget(accountId);
    expect(places.objects.keys()).toEqual([]);
    expect(await archive.find(accountId, ids[7] ?? '')).toBeUndefined();
  });

  it('leave no file where their account was deleted while they were packed', async () => {
    const { places, run, pass, keep, openAccount } = await world();
    const accountId = await openAccount();
    await keep(accountId);
    await database.documents.send(
      new UpdateCommand({
        TableName: database.tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET closing = :yes',
        ExpressionAttributeValues: { ':yes': true },
      }),
    );
    pass(2 * dayMs);
    await run();
    expect(places.objects.keys()).toEqual([]);
  });

  it('are packed further where a run ran out of its time', async () => {
    const { archive, places, run, pass, keep, openAccount } = await world();
    const accounts = await Promise.all(Array.from({ length: 20 }, openAccount));
    for (const accountId of accounts) await keep(accountId);
    pass(2 * dayMs);
    const put = places.objects.put;
    // Each file takes an hour.
    places.objects.put = async (...file) => {
      await put(...file);
      pass(3_600_000);
    };
    const first = await run();
    expect(first.files).toBeLessThan(20);
    for (let runs = 0; runs < 20; runs += 1) await run();
    pass(5 * dayMs);
    for (const accountId of accounts) expect(await archive.list(accountId)).toHaveLength(1);
  });
});

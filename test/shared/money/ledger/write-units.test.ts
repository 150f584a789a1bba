import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { type TestDatabase, testDatabase } from '#test/support/stores/database.ts';

interface Metered {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
}

/** Asks the database with every request what it cost. */
function countUnits(documents: TestDatabase['documents']) {
  const counted = { units: 0 };
  documents.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(args);
      counted.units += (answer.output as Metered).ConsumedCapacity?.CapacityUnits ?? 0;
      return answer;
    },
    { step: 'initialize' },
  );
  return counted;
}

describe('what a call costs in the database', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const database = testDatabase();

  function openCounted() {
    const documents = createDocuments(database.database.clientConfig);
    const counted = countUnits(documents);
    const { tables } = database;
    const ledger = createCreditLedger({ documents, singleAttempt: documents, tables, clock: () => now });
    return { ledger, counted };
  }

  async function paidCall(others: number, limits: { spendLimit?: number }) {
    const { accounts, ledger: busy, openAccount, principal } = openLedger(database, () => now);
    const accountId = await openAccount(100);
    await accounts.update(accountId, { features: ['backlinks'] });
    for (let calls = 0; calls < others; calls += 1)
      await busy.hold(await principal(accountId, limits), meteredCall());
    const caller = await principal(accountId, limits);
    const { ledger, counted } = openCounted();
    const hold = await ledger.hold(caller, meteredCall());
    const outcome = await ledger.commit(hold, 'charged', callReport(accountId));
    await ledger.settle(hold, outcome);
    return { counted, accountId };
  }

  it.each([0, 1, 2])(
    'is three write units when it is paid, rate limits included, with %i other calls running',
    async (others) => {
      const { counted } = await paidCall(others, {});
      expect(counted.units).toBe(3);
    },
  );

  it.each([0, 1, 2])(
    'is four write units with a limit on its key, with %i other calls of the key running',
    async (others) => {
      const { counted } = await paidCall(others, { spendLimit: 50 });
      process.stdout.write(`write units of a limited call beside ${others} others: ${counted.units}\n`);
      expect(counted.units).toBe(4);
    },
  );

  it('leaves an account below 1 kB that has used 50 limited keys', async () => {
    const { accounts, ledger, openAccount, principal, meter } = openLedger(database, () => now);
    const accountId = await openAccount(1_000);
    for (let key = 0; key < 50; key += 1) {
      const caller = {
        ...(await principal(accountId)),
        meters: [await meter(`key ${key} of ${accountId}`, 9)],
      };
      const hold = await ledger.hold(caller, meteredCall());
      await ledger.settle(hold, await ledger.commit(hold, 'charged', callReport(accountId)));
      await ledger.countFreeCall({ ...caller, meters: [] }, 'account');
    }
    const { snapshot } = await accounts.get(accountId);
    const bytes = Buffer.byteLength(JSON.stringify(snapshot));
    process.stdout.write(`account item with 50 limited keys: ${bytes} bytes as JSON\n`);
    expect(bytes).toBeLessThan(1_024);
  });

  it('is two write units when it is free', async () => {
    const { openAccount, principal } = openLedger(database, () => now);
    const accountId = await openAccount(100);
    const caller = await principal(accountId);
    const { ledger, counted } = openCounted();
    await ledger.countFreeCall(caller, 'tool');
    await ledger.recordFreeCall(callReport(accountId));
    expect(counted.units).toBe(2);
  });
});

import { spentNow } from '#shared/money/accounts/meter.ts';
import { commitCall, holdCredits, settleHold } from '#shared/money/ledger/call-flows.ts';
import { pendingItem, postEntry } from '#shared/money/ledger/entry-flows.ts';
import { readAgain } from '#shared/money/ledger/meter-flows.ts';
import { openRun } from '#shared/money/ledger/open-run.ts';
import type { Flow, RunRequest } from '#shared/money/ledger/operations.ts';
import { createFlowRunner } from '#shared/money/ledger/run-flow.ts';
import { readBooks } from '#shared/money/ledger/sub-account-flows.ts';
import { newId } from '#shared/platform/ids.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { meterOf } from '#test/support/ledger/meters.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('a call that dies or sleeps', () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const database = testDatabase();
  const open = () => openLedger(database, () => now);
  const passStaleness = () => {
    now += 121_000;
  };

  /** A whole call as the pipeline makes it. */
  function* wholeCall(accountId: string, run?: RunRequest): Flow<void> {
    const books = yield* readBooks(accountId);
    const principal = { credentialId: 'cred_test', authSource: 'api_key' as const };
    const environment = {
      now: () => now,
      newCallId: (time: number) => newId('use', time),
      pickSlot: () => 'a',
    };
    const call = { ...meteredCall(), run };
    const meters = [yield* readAgain(meterOf({}, accountId))];
    const opened = run && (yield* openRun(accountId, run, now));
    if (opened && 'key' in opened) meters.push(opened);
    const result = yield* holdCredits(books, { principal, call, meters }, environment);
    if (!result.held) throw new Error('The call was refused.');
    const { callId, hold } = result.plan;
    const outcome = yield* commitCall(callId, call.credits, 'charged', callReport(accountId));
    yield* settleHold(accountId, callId, hold, outcome);
  }

  /** Runs a flow against the database and stops after so many operations; whether it was over before. */
  async function runUntil(flow: Flow<unknown>, operations: number): Promise<boolean> {
    const runner = createFlowRunner({ ...database, singleAttempt: database.documents });
    function* cutShort(): Flow<boolean> {
      let step = flow.next();
      for (let done = 0; done < operations && !step.done; done += 1) step = flow.next(yield step.value);
      return step.done === true;
    }
    return runner.run(cutShort());
  }

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'leaves books that balance, and nothing open, when it crashes after step %i',
    async (step) => {
      const { openAccount, sweeper, reconcile, ledger, principal, meter } = open();
      const accountId = await openAccount(10);
      await meter(accountId, 6);
      const over = await runUntil(wholeCall(accountId), step);
      expect(over).toBe(step === 6);
      expect(await reconcile(accountId)).toMatchObject({ proven: true, difference: 0 });
      passStaleness();
      await sweeper.sweepAll();
      const charged = step >= 5 ? 3 : 0;
      expect(await reconcile(accountId)).toMatchObject({
        proven: true,
        open_holds: 0,
        balance: 10 - charged,
        charged,
        usage: { credits_charged: charged, difference: 0 },
      });
      // The next call under the limit gives back what the dead one had reserved.
      const refused = ledger.hold(await principal(accountId, { spendLimit: 6 }), meteredCall(7));
      await expect(refused).rejects.toMatchObject({ code: 'spend_limit_reached' });
      expect((await meter(accountId, 6)).item.use?.spent ?? 0).toBe(charged);
    },
  );

  it('leaves nothing reserved of a key or a run for whoever reads them, once it is dead', async () => {
    const { openAccount, accounts, sweeper, ledger, principal, meter, spending } = open();
    const accountId = await openAccount(1_000, { maxConcurrentCalls: 100 });
    await accounts.update(accountId, { rateLimits: { minute: 1_000, hour: 1_000, day: 1_000 } });
    await meter(accountId, 500);
    const run = { id: 'job', budget: 500, owner: 'cred_test' };
    // Sixty calls, cut off at every step in turn: reserved, held, decided.
    const calls = Array.from({ length: 60 }, (_, call) => call % 8);
    for (const steps of calls) await runUntil(wholeCall(accountId, run), 3 + steps);
    const reserved = (await meter(accountId, 500)).item.use?.spent;
    passStaleness();
    await sweeper.sweepAll();
    const charged = (await accounts.get(accountId)).snapshot.spent;
    expect(reserved).toBeGreaterThan(charged + 40);

    const [key] = await spending.settled(accountId, [{ meter: await meter(accountId, 500) }]);
    expect(key && spentNow(key.meter, now)).toBe(charged);
    const caller = await principal(accountId, { spendLimit: 500 });
    expect(await ledger.countFreeCall(caller, 'tool', run)).toMatchObject({
      limit: { remaining: 500 - charged },
      run: { spent: charged },
    });
    // The next call that pays gives it back for good.
    expect(await ledger.hold(caller, { ...meteredCall(3), run })).toMatchObject({
      limit: { remaining: 500 - charged - 3 },
      run: { spent: charged + 3 },
    });
    expect((await meter(accountId, 500)).item.use?.spent).toBe(charged + 3);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'grants once when the grant crashes after step %i and is sent again',
    async (step) => {
      const { openAccount, entries, reconcile } = open();
      const accountId = await openAccount(10);
      const draft = { accountId, entryId: 'purchase:cs_1', kind: 'purchase', credits: 50 } as const;
      await runUntil(postEntry(pendingItem(draft, 50, '2026-11-20T12:00:00.000Z')), step);
      expect(await reconcile(accountId)).toMatchObject({ proven: true });
      await entries.clawBack({ accountId, entryId: 'refund:re_1', kind: 'refund', credits: 20 });
      await Promise.all([entries.grant(draft), entries.grant(draft)]);
      expect(await reconcile(accountId)).toMatchObject({
        proven: true,
        balance: 40,
        granted: 60,
        clawed_back: 20,
        pending_entries: 0,
      });
    },
  );

  it('is refunded by the sweeper, and cannot charge when it wakes up', async () => {
    const { ledger, openAccount, principal, sweeper, reconcile, usage } = open();
    const accountId = await openAccount(10);
    const zombie = await ledger.hold(await principal(accountId), meteredCall());
    passStaleness();
    expect(await sweeper.sweepAccount(accountId)).toMatchObject({ holds: { void: 1, charged: 0 } });
    const outcome = await ledger.commit(
      zombie,
      'charged',
      callReport(accountId, { upstreamCostMicroUsd: 900 }),
    );
    await ledger.settle(zombie, outcome);
    expect(outcome).toBe('void');
    expect(await reconcile(accountId)).toMatchObject({ proven: true, balance: 10, charged: 0 });
    const { records } = await usage.list({ accountId, limit: 10 });
    expect(records).toMatchObject([
      { id: zombie.callId, credits_charged: 0, error_type: 'internal_error', upstream_cost_usd: 0.0009 },
    ]);
  });

  it('is charged by the sweeper when it died between commit and settlement', async () => {
    const { ledger, openAccount, principal, sweeper, reconcile } = open();
    const accountId = await openAccount(10);
    const hold = await ledger.hold(await principal(accountId), meteredCall());
    await ledger.commit(hold, 'charged', callReport(accountId));
    expect(await reconcile(accountId)).toMatchObject({ proven: true, charged: 3, held: 0, open_holds: 1 });
    passStaleness();
    expect(await sweeper.sweepAccount(accountId)).toMatchObject({ holds: { charged: 1, void: 0 } });
    expect(await reconcile(accountId)).toMatchObject({ proven: true, charged: 3, balance: 7, open_holds: 0 });
  });

  it('wins or loses against a sweeper at the same moment, never both', async () => {
    const { ledger, openAccount, principal, sweeper, reconcile } = open();
    const accountId = await openAccount(300);
    const holds = [];
    for (let count = 0; count < 15; count += 1) {
      holds.push(await ledger.hold(await principal(accountId), meteredCall()));
    }
    passStaleness();
    const ends = holds.map(async (hold) => {
      const outcome = await ledger.commit(hold, 'charged', callReport(accountId));
      await ledger.settle(hold, outcome);
      return outcome;
    });
    const [outcomes] = await Promise.all([Promise.all(ends), sweeper.sweepAll(), sweeper.sweepAll()]);
    const charged = outcomes.filter((outcome) => outcome === 'charged').length * 3;
    expect(await reconcile(accountId)).toMatchObject({
      proven: true,
      charged,
      balance: 300 - charged,
      open_holds: 0,
    });
  });

  it('does not keep the next call of its account from being made', async () => {
    const { ledger, openAccount, principal, reconcile } = open();
    const accountId = await openAccount(3);
    await ledger.hold(await principal(accountId), meteredCall());
    await expect(ledger.hold(await principal(accountId), meteredCall())).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    passStaleness();
    expect(await ledger.hold(await principal(accountId), meteredCall())).toMatchObject({ balanceAfter: 0 });
    expect(await reconcile(accountId)).toMatchObject({ proven: true, open_holds: 1 });
  });

  it('is left alone by the sweeper while it may still be running', async () => {
    const { ledger, openAccount, principal, sweeper } = open();
    const accountId = await openAccount(3);
    await ledger.hold(await principal(accountId), meteredCall());
    now += 60_000;
    const report = await sweeper.sweepAccount(accountId);
    expect(report).toMatchObject({ holds: { void: 0 }, oldestHoldSeconds: 60 });
  });
});

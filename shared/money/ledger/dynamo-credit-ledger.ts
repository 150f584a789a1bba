import { parseAccountItem } from '#shared/money/accounts/account-item.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { type Books, isSubAccount } from '#shared/money/accounts/sub-accounts.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { commitCall, holdCredits, settleHold } from './call-flows.ts';
import type { CreditLedger, Hold, RunRequest } from './credit-ledger.ts';
import {
  type CallCounterOptions,
  type Counting,
  counted,
  createCallCounter,
  pickSlot,
  refusal,
} from './dynamo-call-counter.ts';
import { returnAll } from './meter-flows.ts';
import type { HoldEnvironment, HoldPlan } from './plan-hold.ts';
import { createFlowRunner } from './run-flow.ts';
import { fallToMark } from './settled-balance.ts';
import { endOfCall, staleHolds, sweepHolds } from './sweep-flows.ts';

/** The ledger on DynamoDB. */
export function createCreditLedger(options: CallCounterOptions): CreditLedger {
  const { clock } = options;
  const runner = createFlowRunner(options);
  const counter = createCallCounter(options);
  const environment: HoldEnvironment = {
    now: clock,
    newCallId: (time) => newId('use', time),
    pickSlot,
  };

  /** Gives back what earlier calls of the account left held when they died. */
  async function sweepOnTheWay(books: Books): Promise<Books> {
    const stale = staleHolds(books, clock());
    return stale.length === 0 ? books : runner.run(sweepHolds(books, stale));
  }

  /** All limits of a paid call: those of its credential, and its run. */
  async function metersOf({ account, meters }: Principal, run: RunRequest | undefined) {
    if (!run) return meters;
    const { openRun } = await import('./open-run.ts');
    const opened = await runner.run(openRun(account.accountId, run, clock()));
    if ('fault' in opened) throw new ServiceError(...(await import('./refusal.ts')).runRefused(opened));
    return [...meters, opened];
  }

  return {
    ...counter,

    async hold(principal, call) {
      if (principal.isTest)
        return (await import('./hold-nothing.ts')).holdNothing(principal, call, counter, clock());
      const meters = await metersOf(principal, call.run);
      const books = await sweepOnTheWay(principal.account.books);
      const result = await runner.run(holdCredits(books, { principal, call, meters }, environment));
      const now = clock();
      if (!result.held) throw await refusal(result, { meters, kind: 'tool', credits: call.credits, now });
      return toHold(result.plan, result, call.run, now);
    },

    async commit(hold, decision, report) {
      if (!report.isTest) return runner.run(commitCall(hold.callId, hold.credits, decision, report));
      // No money depends on the record of a test call.
      await counter.recordFreeCall(report).catch(() => undefined);
      return decision;
    },

    decisionOf: (...call) => runner.run(endOfCall(...call)),

    async settle({ place, callId, credits, meters }, outcome) {
      // A hold of no credits is that of a test call: there is nothing to take or to give back.
      if (credits === 0) return undefined;
      const reply = await runner.run(settleHold(place, callId, { credits }, outcome));
      if (outcome === 'void') await runner.run(returnAll(meters, { callId, credits }));
      if (outcome !== 'charged' || reply?.outcome !== 'done') return undefined;
      // What is spent in a sub-account falls to the account when that is closed.
      if (reply.item && isSubAccount(reply.item)) return undefined;
      return fallToMark(parseAccountItem(reply.item), credits);
    },
  };
}

function toHold(
  { callId, place, hold }: HoldPlan,
  counting: Counting,
  run: RunRequest | undefined,
  now: number,
): Hold {
  const { account, meters } = counting;
  return {
    ...counted(counting, 'tool', run, now),
    callId,
    place,
    accountId: account.account_id,
    credentialId: hold.credential,
    credits: hold.credits,
    balanceAfter: account.balance,
    heldAt: hold.at,
    meters,
  };
}

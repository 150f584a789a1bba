import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import {
  type AccountItem,
  type CallKind,
  fallToMark,
  parseAccountItem,
  slotNames,
} from '../accounts/account-item.ts';
import { type Meter, spendStatus, spentNow } from '../accounts/meter.ts';
import type { Principal } from '../accounts/principal.ts';
import { type Books, isSubAccount } from '../accounts/sub-accounts.ts';
import { reportedItem } from '../usage/usage-item.ts';
import {
  commitCall,
  countCall,
  endOfCall,
  type HoldResult,
  holdCredits,
  settleHold,
  staleHolds,
  sweepHolds,
} from './call-flows.ts';
import { returnAll } from './meter-flows.ts';
import {
  type CallCounter,
  type CountedCall,
  type CreditLedger,
  create,
  type Hold,
  type LedgerTable,
  type MoneyTable,
  type RunRequest,
  settlingMs,
} from './operations.ts';
import { type HoldEnvironment, type HoldPlan, rateStatus } from './plan-hold.ts';
import type { RefusedCall } from './refusal.ts';
import { createFlowRunner } from './run-flow.ts';

export interface CallCounterOptions extends TableAccess<LedgerTable> {
  /** From `createSingleAttemptDocuments`; holds are sent with it. */
  readonly singleAttempt: DynamoDBDocumentClient;
}

/** One of the lanes of an account, in which writes do not meet. */
export const pickSlot = () => slotNames.charAt(Math.floor(Math.random() * slotNames.length));

/** Counts and records calls on DynamoDB. Calls of test keys are counted in the item of their key alone. */
export function createCallCounter(options: CallCounterOptions): CallCounter {
  const { clock } = options;
  const runner = createFlowRunner(options);
  const spending = createSpendingReader(options);
  const findRun = async (accountId: string, run: RunRequest, now: number) =>
    runner.run((await import('./open-run.ts')).readRun(accountId, run, now));

  return {
    async countFreeCall({ account, meters, isTest }, asked, run) {
      const now = clock();
      const kind = isTest ? 'account' : asked;
      const found = run && !isTest && (await findRun(account.accountId, run, now));
      const result = await runner.run(countCall(account.books, { meters }, { kind, now, slot: pickSlot() }));
      if (!result.counted) throw await refusal(result, { meters, kind, credits: 0, now });
      const limits = [...result.meters, ...(found ? [found] : [])];
      const left = await spending.settle(account.accountId, limits);
      return counted({ account: result.account, meters: left }, kind, run, now);
    },

    async recordFreeCall(report) {
      const id = newId('use', clock() - report.responseTimeMs);
      const outcome = await runner.run(create('usage', reportedItem(id, report, 'free', 0)));
      if (outcome !== 'done' && outcome !== 'refused')
        throw new Error(`The usage record ${id} could not be written.`);
    },

    async recordRefusedCall(report) {
      const { countRefusal } = await import('./refusal.ts');
      const outcome = await runner.run(countRefusal(report, clock()));
      if (outcome !== 'done' && outcome !== 'refused')
        throw new Error('The record of a refused call could not be written.');
    },
  };
}

export interface Counting {
  readonly account: AccountItem;
  readonly meters: readonly Meter[];
}

export function counted(
  { account, meters }: Counting,
  kind: CallKind,
  run: RunRequest | undefined,
  now: number,
): CountedCall {
  const ofRun = meters.find((meter) => meter.kind === 'run');
  return {
    rate: rateStatus(account, meters, kind, now),
    limit: spendStatus(
      meters.filter((meter) => meter !== ofRun),
      now,
    ),
    run: run && ofRun && { id: run.id, spent: spentNow(ofRun, now), budget: ofRun.item.spend_limit ?? 0 },
  };
}

export async function refusal(
  { condition, meter, account }: Omit<Extract<HoldResult, { held: false }>, 'held'>,
  call: Omit<RefusedCall, 'account'>,
): Promise<ServiceError> {
  const { explainRefusal } = await import('./refusal.ts');
  const explained = condition && explainRefusal(condition, meter, { ...call, account });
  if (explained) return new ServiceError(...explained);
  return new ServiceError(
    'service_busy',
    'The call could not be metered in time and nothing was charged. Send it again in a moment.',
    {
      headers: { 'retry-after': '1' },
      reason: condition ?? 'the database did not answer, or the account changed too often',
    },
  );
}

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

/** Reads what limits have spent, to be shown; what looks calls up is loaded with the first that may have ended. */
export function createSpendingReader({ documents, tables, clock }: TableAccess<MoneyTable>) {
  /** Limits of an account as they were read, without what calls reserved that ended uncharged, or died. */
  async function settle(accountId: string, meters: readonly Meter[]): Promise<readonly Meter[]> {
    const now = clock();
    if (!meters.some((meter) => mayHaveEnded(meter, now))) return meters;
    const { withoutEnded } = await import('./open-reservations.ts');
    const runner = createFlowRunner({ documents, singleAttempt: documents, tables });
    return runner.run(withoutEnded(accountId, meters, now));
  }

  return {
    settle,
    /** As `settle`, of keys or connections with their limits. */
    async settled<Limited extends { readonly meter: Meter }>(
      accountId: string,
      found: readonly Limited[],
    ): Promise<readonly Limited[]> {
      const meters = await settle(
        accountId,
        found.map(({ meter }) => meter),
      );
      return found.map((limited, index) => ({ ...limited, meter: meters[index] ?? limited.meter }));
    },
  };
}

function mayHaveEnded({ item }: Meter, now: number): boolean {
  const reserved = Object.values(item.use?.open ?? {});
  return item.spend_limit !== undefined && reserved.some(({ at }) => now - at > settlingMs);
}

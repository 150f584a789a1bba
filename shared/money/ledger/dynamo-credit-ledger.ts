import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { slotNames } from '#shared/money/accounts/account-item.ts';
import type { CallKind } from '#shared/money/accounts/account-limits.ts';
import { type Meter, spendStatus, spentNow } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { commitCall, countCall, type HoldResult, holdCredits, settleHold } from './call-flows.ts';
import { countRefusal } from './count-refusal.ts';
import type { CountedCall, CreditLedger, Hold, RunRequest } from './credit-ledger.ts';
import { returnAll } from './meter-flows.ts';
import { openRun, readRun } from './open-run.ts';
import { create, type LedgerTable } from './operations.ts';
import { type HoldEnvironment, type HoldPlan, rateStatus } from './plan-hold.ts';
import { explainRefusal, type RefusedCall, runRefused } from './refusal.ts';
import { createFlowRunner } from './run-flow.ts';
import { staleHolds, sweepHolds } from './sweep-flows.ts';

export interface CreditLedgerOptions {
  readonly documents: DynamoDBDocumentClient;
  /** From `createSingleAttemptDocuments`; holds are sent with it. */
  readonly singleAttempt: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, LedgerTable>;
  readonly clock: Clock;
}

/** The ledger on DynamoDB. */
export function createCreditLedger(options: CreditLedgerOptions): CreditLedger {
  const { clock } = options;
  const runner = createFlowRunner(options);
  const environment: HoldEnvironment = {
    now: clock,
    newCallId: (time) => newId('use', time),
    pickSlot: () => slotNames.charAt(Math.floor(Math.random() * slotNames.length)),
  };

  /** Gives back what earlier calls of the account left held when they died. */
  async function sweepOnTheWay(account: AccountItem): Promise<AccountItem> {
    const stale = staleHolds(account, clock());
    return stale.length === 0 ? account : runner.run(sweepHolds(account, stale));
  }

  /** All limits of a paid call: those of its credential, and its run. */
  async function metersOf({ account, meters }: Principal, run: RunRequest | undefined) {
    if (!run) return meters;
    const opened = await runner.run(openRun(account.accountId, run, clock()));
    if ('fault' in opened) throw runRefused(opened);
    return [...meters, opened];
  }

  async function findRun({ account }: Principal, run: RunRequest | undefined): Promise<readonly Meter[]> {
    const found = run && (await runner.run(readRun(account.accountId, run, clock())));
    return found ? [found] : [];
  }

  return {
    async hold(principal, call) {
      const meters = await metersOf(principal, call.run);
      const snapshot = await sweepOnTheWay(principal.account.snapshot);
      const result = await runner.run(holdCredits(snapshot, { principal, call, meters }, environment));
      const now = clock();
      if (!result.held) throw refusal(result, { meters, kind: 'tool', credits: call.credits, now });
      return toHold(result.plan, result, call.run, now);
    },

    async countFreeCall(principal, kind, run) {
      const now = clock();
      const { meters } = principal;
      const ofRun = await findRun(principal, run);
      const moment = { kind, now, slot: environment.pickSlot() };
      const result = await runner.run(countCall(principal.account.snapshot, { meters }, moment));
      if (!result.counted) throw refusal(result, { meters, kind, credits: 0, now });
      const counting = { account: result.account, meters: [...result.meters, ...ofRun] };
      return counted(counting, kind, run, now);
    },

    async commit(hold, decision, report) {
      return runner.run(commitCall(hold.callId, hold.credits, decision, report));
    },

    async settle({ accountId, callId, credits, meters }, outcome) {
      await runner.run(settleHold(accountId, callId, { credits }, outcome));
      if (outcome === 'void') await runner.run(returnAll(meters, { callId, credits }));
    },

    async recordFreeCall(report) {
      const id = newId('use', clock() - report.responseTimeMs);
      const outcome = await runner.run(create('usage', reportedItem(id, report, 'free', 0)));
      if (outcome === 'lost') throw new Error(`The usage record ${id} could not be written.`);
    },

    async recordRefusedCall(report) {
      const outcome = await runner.run(countRefusal(report, clock()));
      if (outcome === 'lost') throw new Error('The record of a refused call could not be written.');
    },
  };
}

interface Counting {
  readonly account: AccountItem;
  readonly meters: readonly Meter[];
}

function toHold(
  { callId, hold }: HoldPlan,
  counting: Counting,
  run: RunRequest | undefined,
  now: number,
): Hold {
  const { account, meters } = counting;
  return {
    ...counted(counting, 'tool', run, now),
    callId,
    accountId: account.account_id,
    credentialId: hold.credential,
    credits: hold.credits,
    balanceAfter: account.balance,
    heldAt: hold.at,
    meters,
  };
}

function counted(
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

function refusal(
  { condition, meter, account }: Omit<Extract<HoldResult, { held: false }>, 'held'>,
  call: Omit<RefusedCall, 'account'>,
): ServiceError {
  const explained = condition && explainRefusal(condition, meter, { ...call, account });
  return (
    explained ??
    new ServiceError(
      'internal_error',
      'The call could not be metered and nothing was charged. Send it again.',
      {
        reason: condition ?? 'the database did not answer, or the account changed too often',
      },
    )
  );
}

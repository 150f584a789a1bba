import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type AccountItem, slotNames } from '#shared/money/accounts/account-item.ts';
import type { CallKind } from '#shared/money/accounts/account-limits.ts';
import { type Meter, spendStatus, spentNow } from '#shared/money/accounts/meter.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { countCall, type HoldResult } from './call-flows.ts';
import type { CallCounter, CountedCall, RunRequest } from './credit-ledger.ts';
import { create, type LedgerTable } from './operations.ts';
import { rateStatus } from './plan-hold.ts';
import type { RefusedCall } from './refusal.ts';
import { createFlowRunner } from './run-flow.ts';
import { createSpendingReader } from './spending-reader.ts';

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
      const { countRefusal } = await import('./count-refusal.ts');
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

/** What a call that was counted is told of its limits. */
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

/** Why a call was not counted. */
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

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { slotNames } from '#shared/money/accounts/account-item.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { commitCall, countCall, holdCredits, settleHold } from './call-flows.ts';
import type { CreditLedger, Hold } from './credit-ledger.ts';
import { create } from './operations.ts';
import {
  type HoldCondition,
  type HoldEnvironment,
  type HoldPlan,
  type HoldRequest,
  rateStatus,
} from './plan-hold.ts';
import { explainRefusal } from './refusal.ts';
import { createFlowRunner } from './run-flow.ts';
import { staleHolds, sweepHolds } from './sweep-flows.ts';

export interface CreditLedgerOptions {
  readonly documents: DynamoDBDocumentClient;
  /** From `createSingleAttemptDocuments`; holds are sent with it. */
  readonly singleAttempt: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'accounts' | 'usage' | 'ledger'>;
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

  return {
    async hold(principal, call) {
      const request: HoldRequest = { principal, call };
      const account = await sweepOnTheWay(principal.account.snapshot);
      const result = await runner.run(holdCredits(account, request, environment));
      if (!result.held) throw refusal(result, request, clock());
      return toHold(result.plan, result.account, request, clock());
    },

    async countFreeCall(principal) {
      const now = clock();
      const result = await runner.run(countCall(principal.account.snapshot, principal, now));
      if (!result.counted) {
        throw refusal(result, { principal, call: { requestId: '', tool: '', credits: 0 } }, now);
      }
      return rateStatus(result.account, principal, now);
    },

    async commit(hold, decision, report) {
      return runner.run(commitCall(hold.callId, hold.credits, decision, report));
    },

    async settle({ accountId, callId, credits, credentialId, spendMonth }, outcome) {
      const month = spendMonth ?? undefined;
      await runner.run(settleHold(accountId, callId, { credits, credential: credentialId, month }, outcome));
    },

    async recordFreeCall(report) {
      const id = newId('use', clock() - report.responseTimeMs);
      const outcome = await runner.run(create('usage', reportedItem(id, report, 'free', 0)));
      if (outcome === 'lost') throw new Error(`The usage record ${id} could not be written.`);
    },
  };
}

function toHold({ callId, hold }: HoldPlan, account: AccountItem, request: HoldRequest, now: number): Hold {
  return {
    callId,
    accountId: account.account_id,
    credentialId: hold.credential,
    credits: hold.credits,
    balanceAfter: account.balance,
    heldAt: hold.at,
    spendMonth: hold.month ?? null,
    rate: rateStatus(account, request.principal, now),
  };
}

function refusal(
  { condition, account }: { condition: HoldCondition | undefined; account: AccountItem },
  { principal, call }: HoldRequest,
  now: number,
): ServiceError {
  const explained =
    condition && explainRefusal(condition, account, { principal, credits: call.credits }, now);
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

import { patientConfig } from '#local/data/database.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type KeyLimits, noKeyLimits, type Principal } from '#shared/money/accounts/principal.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createCreditLedger, createSpendingReader } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { createReconciler } from '#shared/money/ledger/reconciler.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import type { CallReport } from '#shared/money/usage/usage-item.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { changeItem, type Item, setAll } from '#shared/platform/dynamo/conditional-writes.ts';
import { createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import { newId } from '#shared/platform/ids.ts';
import type { TestDatabase } from '../stores/database.ts';
import { meterOf } from './meters.ts';

/** Everything that moves credits, on one embedded database, with a clock that the test moves. */
export function openLedger({ database, documents, tables }: TestDatabase, clock: Clock = Date.now) {
  const singleAttempt = createSingleAttemptDocuments(patientConfig(database));
  const accounts = createAccountRepository({ documents, tables, clock });
  const entries = createCreditEntries({ documents, tables, clock });
  const sweeper = createSweeper({ documents, tables, clock });
  const { reconcile } = createReconciler({ documents, tables, clock });
  const ledger = createCreditLedger({ documents, singleAttempt, tables, clock });
  const spending = createSpendingReader({ documents, tables, clock });
  const usage = createUsageLog({ documents, tables });

  /** A new account with credits. */
  async function openAccount(credits: number, settings: { maxConcurrentCalls?: number } = {}) {
    const { accountId } = await accounts.create({ email: 'ada@example.com', ...settings });
    if (credits > 0) await entries.grant({ accountId, entryId: 'grant:opening', kind: 'grant', credits });
    return accountId;
  }

  /** The account as authentication would read it now. */
  async function principal(accountId: string, limits: Partial<KeyLimits> = {}): Promise<Principal> {
    const { spendLimit: spend_limit, rateLimits } = limits;
    const steps = setAll({ spend_limit, rates: rateLimits && { ...rateLimits } });
    const { key } = meterOf({}, accountId);
    const kept = await changeItem({ documents, name: tables.credentials }, key, {
      checks: [],
      steps: [...steps, ...setAll({ id: 'cred_test' })],
    });
    return {
      account: await accounts.get(accountId),
      credentialId: 'cred_test',
      authSource: 'api_key',
      keyLimits: { ...noKeyLimits, ...limits },
      meters: [meterOf(limitsIn(kept, limits), accountId)],
      scopes: new Set(['tools']),
    };
  }

  /** A limit on credits, in an item of its own under this name, as it is now. */
  async function meter(name: string, spendLimit: number) {
    const { key } = meterOf({}, name);
    const kept = await changeItem({ documents, name: tables.credentials }, key, {
      checks: [],
      steps: setAll({ spend_limit: spendLimit }),
    });
    return meterOf(kept ?? {}, name);
  }

  return { meter, accounts, entries, ledger, spending, usage, sweeper, reconcile, openAccount, principal };
}

/** Of what was counted, what these limits count. */
function limitsIn(item: Item = {}, { spendLimit, rateLimits }: Partial<KeyLimits>): Item {
  const { spend_limit, rates, ...counted } = item;
  return { ...counted, ...(spendLimit !== undefined && { spend_limit }), ...(rateLimits && { rates }) };
}

/** A call of three credits. */
export function meteredCall(credits = 3) {
  return { requestId: newId('req'), tool: 'inspect_domain', credits };
}

/** What a call reports at its end. */
export function callReport(accountId: string, changes: Partial<CallReport> = {}): CallReport {
  return {
    requestId: newId('req'),
    accountId,
    credentialId: 'cred_test',
    authSource: 'api_key',
    endpoint: '/v1/tools/inspect_domain',
    method: 'POST',
    tool: 'inspect_domain',
    statusCode: 200,
    responseTimeMs: 120,
    requestBytes: 24,
    responseBytes: 4_096,
    upstreamCostMicroUsd: 1_500,
    upstreamEstimatedMicroUsd: 0,
    cacheHit: false,
    errorType: null,
    errorMessage: null,
    ...changes,
  };
}

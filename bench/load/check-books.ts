import type { Operations } from '#local/admin/open-operations.ts';
import { type IdempotencyItem, partitionOf } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { ownKey } from '#shared/calls/claim-call.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Ended } from './caller.ts';

/** What the books hold about the accounts of a load, read when it is over. */
export interface Books {
  readonly accountIds: readonly string[];
  readonly granted: number;
  readonly operations: Pick<Operations, 'reconcile' | 'sweep' | 'operator'>;
  records(accountId: string): AsyncIterable<UsageItem>;
  findKey(pk: string): Promise<IdempotencyItem | undefined>;
}

/** Credits, compared from both sides. Everything that must be 0 or empty is in `faults`. */
export interface BooksReport {
  readonly accounts: number;
  readonly granted: number;
  readonly left: number;
  readonly charged: number;
  /** Charged calls whose answer did not arrive, because the caller gave up or the server was killed. */
  readonly unheard_charges: number;
  readonly swept_holds: number;
  readonly lost_credits: number;
  readonly faults: readonly string[];
}

/**
 * Proves a load: every credit that left a balance has a record, every charge
 * that a caller was told of is in the log, and no operation was charged twice.
 */
export async function checkBooks(ended: readonly Ended[], books: Books): Promise<BooksReport> {
  const { operations, accountIds, granted } = books;
  const { holds } = await operations.sweep();
  const { proven, accounts } = await operations.reconcile(undefined);
  const faults = accounts
    .filter((account) => !account.proven)
    .map(({ account_id }) => `The books of ${account_id} do not add up.`);
  if (!proven && faults.length === 0) faults.push('The books do not add up.');

  let left = 0;
  let charged = 0;
  let unheard = 0;
  for (const [index, accountId] of accountIds.entries()) {
    const { balance, open_holds: open } = await operations.operator.show(accountId);
    if (open > 0) faults.push(`${accountId} has ${open} open holds after the sweep.`);
    left += balance;
    const ours = ended.filter(({ operation }) => operation.account === index);
    const found = await checkAccount(accountId, ours, books);
    charged += found.charged;
    unheard += found.unheard;
    faults.push(...found.faults);
  }
  const total = granted * accountIds.length;
  const lost = total - left - charged;
  if (lost !== 0) faults.push(`${lost} credits left balances without a record.`);
  return {
    accounts: accountIds.length,
    granted: total,
    left,
    charged,
    unheard_charges: unheard,
    swept_holds: holds.void + holds.charged,
    lost_credits: lost,
    faults,
  };
}

async function checkAccount(accountId: string, ended: readonly Ended[], books: Books) {
  const chargedRecords = new Map<string, UsageItem>();
  let credentialId: string | undefined;
  for await (const record of books.records(accountId)) {
    credentialId ??= record.credential_id;
    if (record.decision === 'charged') chargedRecords.set(record.request_id, record);
  }
  // Every account of a load has one key, whose own the Idempotency-Keys are.
  const findKept = (key: string) =>
    books.findKey(partitionOf({ accountId, key: ownKey(credentialId ?? '', key) }));
  const heard = heardCharges(ended);
  const faults: string[] = [];
  for (const [requestId, credits] of heard)
    if (chargedRecords.get(requestId)?.credits_charged !== credits)
      faults.push(`${requestId} was said to cost ${credits}, and its record says otherwise.`);
  const unheard = [...chargedRecords.values()].filter(({ request_id }) => !heard.has(request_id));
  const answers = await keptCalls(ended, findKept);
  const strays = unheard.filter(({ id }) => !answers.has(id));
  const interrupted = ended.filter(
    ({ operation, attempts }) => operation.key === undefined && isLost(attempts),
  );
  if (strays.length > interrupted.length)
    faults.push(
      `${accountId} has ${strays.length} charges for ${interrupted.length} lost calls without a key.`,
    );
  faults.push(...(await chargedTwice(ended, chargedRecords, findKept)));
  const charged = [...chargedRecords.values()].reduce((sum, { credits_charged }) => sum + credits_charged, 0);
  return { charged, unheard: unheard.length, faults };
}

/** What callers were told that their calls cost, by request. */
function heardCharges(ended: readonly Ended[]): Map<string, number> {
  const heard = new Map<string, number>();
  for (const { attempts } of ended)
    for (const { requestId, charged } of attempts)
      if (requestId !== undefined && charged > 0) heard.set(requestId, charged);
  return heard;
}

function isLost(attempts: Ended['attempts']): boolean {
  return attempts.some(({ status }) => status === 0);
}

/** What is kept under an `Idempotency-Key` of the account. */
type FindKept = (key: string) => Promise<IdempotencyItem | undefined>;

async function keptCalls(ended: readonly Ended[], findKept: FindKept): Promise<Set<string>> {
  const calls = new Set<string>();
  for (const { operation, attempts } of ended) {
    if (operation.key === undefined || !isLost(attempts)) continue;
    const item = await findKept(operation.key);
    if (item?.call_id !== undefined) calls.add(item.call_id);
  }
  return calls;
}

/** Operations whose answer belongs to one charged call while another attempt of them was charged as well. */
async function chargedTwice(
  ended: readonly Ended[],
  chargedRecords: ReadonlyMap<string, UsageItem>,
  findKept: FindKept,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { operation, attempts } of ended) {
    const charges = attempts.filter(({ charged }) => charged > 0);
    if (charges.length > 1) faults.push(`Operation ${operation.number} was charged ${charges.length} times.`);
    const [charge] = charges;
    if (operation.key === undefined || !charge || attempts.length < 2) continue;
    const fault = keptFault(await findKept(operation.key), chargedRecords.get(charge.requestId ?? ''));
    if (fault) faults.push(`Operation ${operation.number} ${fault}`);
  }
  return faults;
}

function keptFault(kept: IdempotencyItem | undefined, charged: UsageItem | undefined): string | undefined {
  if (!kept) return 'was charged, and nothing is kept under its key.';
  const isOther = kept.call_id !== undefined && kept.call_id !== charged?.id;
  return isOther ? 'was charged for one call and answered by another.' : undefined;
}

import { type AccountItem, parseAccountItem, type Transfer } from '#shared/money/accounts/account-item.ts';
import {
  type Books,
  directCallsOf,
  isSplit,
  noLanes,
  openSubKeys,
  parseSubAccount,
  type SplitTerms,
  type SubAccount,
  subKey,
  toBooks,
} from '#shared/money/accounts/sub-accounts.ts';
import { type Change, failedCheck } from '#shared/platform/dynamo/conditional-writes.ts';
import { change, type Flow, read, tryReadAll } from './operations.ts';
import { callsLeft, leaseEnd, planLease } from './rate-windows.ts';

const maxReads = 8;

export function accountKey(accountId: string): { account_id: string } {
  return { account_id: accountId };
}

/** An account and its sub-accounts; the account is read first, and again where they have moved on since. */
export function* readBooks(accountId: string): Flow<Books> {
  for (let reads = 0; reads < maxReads; reads += 1) {
    const main = parseAccountItem(yield* read('accounts', accountKey(accountId)));
    const keys = openSubKeys(main);
    const items = keys.length === 0 ? [] : yield* tryReadAll('accounts', keys);
    if (!items) throw new Error('The sub-accounts could not be read.');
    const books = toBooks(main, items);
    if (books) return books;
  }
  throw new Error('The sub-accounts moved on with every read.');
}

/**
 * Makes a position ready for calls: opens a sub-account there, or gives the open one more credits and calls. Gives
 * whether the books may have changed, so that a new plan can succeed.
 */
export function* readyPosition(
  { main, subs, behind }: Books,
  position: string,
  now: number,
  terms: SplitTerms,
): Flow<boolean> {
  const transfer = main.subs?.[position];
  const sub = subs[position];
  if (transfer && behind.includes(position)) {
    yield* applyTransfer(main.account_id, position, transfer);
    return true;
  }
  const planned = planTransfer(main, position, sub, now, terms);
  if (!planned || failedCheck(planned.change, main)) return false;
  // Nothing begins there from then on, so that what is left of its calls stays what it is.
  if (sub && sub.spare === undefined && !(yield* freeze(sub))) return true;
  const { outcome } = yield* change('accounts', accountKey(main.account_id), planned.change);
  if (outcome === 'throttled') return false;
  if (outcome === 'done') yield* applyTransfer(main.account_id, position, planned.transfer);
  return true;
}

/** How much is moved: as much as leaves the account most of what it has. */
function amountOf(main: AccountItem, sub: SubAccount | undefined, now: number, terms: SplitTerms) {
  const left = callsLeft(main.windows, main.rate_limits, now);
  const calls = Math.min(terms.mostCalls, Math.floor(left / terms.parts));
  const add = Math.max(0, Math.floor(main.balance / terms.parts) - (sub?.balance ?? 0));
  const mayMove = isSplit(main) && main.balance >= terms.leastBalance && calls >= 1;
  const isNeeded = add >= 1 || (sub && isOutOfCalls(sub, now));
  return mayMove && isNeeded ? { calls, add } : undefined;
}

/** Moves credits and calls; undefined where the account has too few of either. */
function planTransfer(
  main: AccountItem,
  position: string,
  sub: SubAccount | undefined,
  now: number,
  terms: SplitTerms,
): { readonly change: Change; readonly transfer: Transfer } | undefined {
  const amount = amountOf(main, sub, now, terms);
  if (!amount) return undefined;
  const { add, calls } = amount;
  const before = main.subs?.[position];
  const seq = (main.sub_seq ?? 0) + 1;
  const until = leaseEnd(main.windows, now);
  const credits = (before?.credits ?? 0) + add;
  const transfer: Transfer = { seq, credits, add, calls, until, ...(before && { after: before.seq }) };
  const counted = planLease(['windows'], main.windows, main.rate_limits, now, calls, unusedOf(sub));
  return {
    transfer,
    change: {
      checks: [
        isNext(main),
        { condition: 'the account is active', path: ['status'], test: 'equals', value: 'active' },
        { condition: 'the balance covers the transfer', path: ['balance'], test: 'at least', value: add },
        isAsRead(main, position),
        ...(before ? [] : [roomForOneMore(main)]),
        ...counted.checks,
      ],
      steps: [
        { do: 'add', path: ['balance'], value: -add },
        { do: 'set', path: ['sub_seq'], value: seq },
        main.subs
          ? { do: 'set', path: ['subs', position], value: transfer }
          : { do: 'set', path: ['subs'], value: { [position]: transfer } },
        ...counted.steps,
      ],
    },
  };
}

function isNext({ sub_seq: value }: AccountItem): Change['checks'][number] {
  const other = { condition: 'no other transfer was made', path: ['sub_seq'] };
  return value === undefined ? { ...other, test: 'absent' } : { ...other, test: 'equals', value };
}

/** A position that was closed or topped up meanwhile is another one. */
function isAsRead({ subs }: AccountItem, position: string): Change['checks'][number] {
  const condition = 'the sub-account is as it was read';
  const before = subs?.[position];
  if (before) return { condition, path: ['subs', position, 'seq'], test: 'equals', value: before.seq };
  return { condition, path: subs ? ['subs', position] : ['subs'], test: 'absent' };
}

/** What the account itself may run is less with each open sub-account. */
function roomForOneMore(main: AccountItem): Change['checks'][number] {
  return {
    condition: 'the calls that run leave room for those of the sub-account',
    path: ['holds'],
    test: 'fewer entries than',
    value: directCallsOf(main, 1) + 1,
  };
}

function isOutOfCalls({ calls, until }: SubAccount, now: number): boolean {
  return calls < 1 || now >= until * 1_000;
}

const unusedOf = (sub: SubAccount | undefined) => ({
  calls: sub ? sub.calls + (sub.spare ?? 0) : 0,
  minute: (sub?.until ?? 0) - 60,
});

/** Brings a transfer into its sub-account, once; any call that finds one unapplied does this. */
function* applyTransfer(accountId: string, position: string, transfer: Transfer): Flow<void> {
  const { seq, after, add, calls, until } = transfer;
  const fresh = { seq, balance: add, spent: 0, holds: {}, lanes: noLanes(), calls, until };
  const opening: Change = {
    checks: [
      {
        test: 'any of',
        of: [
          { test: 'absent', path: ['seq'] },
          { test: 'below', path: ['seq'], value: seq },
        ],
        condition: 'the transfer was not applied yet',
      },
    ],
    steps: [
      ...Object.entries(fresh).map(([name, value]) => ({ do: 'set', path: [name], value }) as const),
      { do: 'remove', path: ['spare'] },
    ],
  };
  const toppingUp: Change = {
    checks: [{ condition: 'the transfer is the next', path: ['seq'], test: 'equals', value: after }],
    steps: [
      { do: 'add', path: ['balance'], value: add },
      { do: 'set', path: ['seq'], value: seq },
      { do: 'set', path: ['calls'], value: calls },
      { do: 'set', path: ['until'], value: until },
      { do: 'remove', path: ['spare'] },
    ],
  };
  yield* change('accounts', subKey(accountId, position), after === undefined ? opening : toppingUp);
}

/** Takes a sub-account's calls back, so that none begins there; gives it as it is then, undefined where it has changed. */
function* freeze({ account_id, seq, calls }: SubAccount): Flow<SubAccount | undefined> {
  const reply = yield* change('accounts', accountKey(account_id), {
    checks: [
      { condition: 'the transfer is the last', path: ['seq'], test: 'equals', value: seq },
      { condition: 'no call began', path: ['calls'], test: 'equals', value: calls },
      { condition: 'its calls were not taken back', path: ['spare'], test: 'absent' },
    ],
    steps: [
      { do: 'set', path: ['calls'], value: 0 },
      { do: 'set', path: ['spare'], value: calls },
    ],
  });
  return reply.outcome === 'done' ? parseSubAccount(reply.item) : undefined;
}

/** Closes a sub-account in which no call runs, and brings what it has and has spent back into the account, once. Gives whether it did. */
export function* closeSub({ main, subs, behind }: Books, position: string): Flow<boolean> {
  const transfer = main.subs?.[position];
  const asRead = subs[position];
  if (!transfer || !asRead || behind.includes(position) || hasHolds(asRead)) return false;
  const frozen = asRead.spare === undefined ? yield* freeze(asRead) : yield* asFrozen(asRead);
  if (frozen?.spare === undefined || frozen.seq !== transfer.seq || hasHolds(frozen)) return false;
  if (frozen.balance + frozen.spent !== transfer.credits)
    throw new Error(`The sub-account ${frozen.account_id} does not add up.`);
  const unmade = planLease(['windows'], main.windows, main.rate_limits, 0, 0, unusedOf(frozen));
  const { outcome } = yield* change('accounts', accountKey(main.account_id), {
    checks: [
      {
        condition: 'the sub-account is open',
        path: ['subs', position, 'seq'],
        test: 'equals',
        value: transfer.seq,
      },
      ...unmade.checks.filter(({ test }) => test === 'equals'),
    ],
    steps: [
      { do: 'add', path: ['balance'], value: frozen.balance },
      { do: 'add', path: ['spent'], value: frozen.spent },
      { do: 'remove', path: ['subs', position] },
      ...unmade.steps,
    ],
  });
  return outcome === 'done';
}

function hasHolds({ holds }: SubAccount): boolean {
  return Object.keys(holds).length > 0;
}

/** A sub-account whose calls were taken back, as it is now; by a write that changes nothing, since a sweep may not read single accounts. */
function* asFrozen({ account_id, seq }: SubAccount): Flow<SubAccount | undefined> {
  const reply = yield* change('accounts', accountKey(account_id), {
    checks: [
      { condition: 'the transfer is the last', path: ['seq'], test: 'equals', value: seq },
      { condition: 'its calls were taken back', path: ['spare'], test: 'present' },
    ],
    steps: [{ do: 'set', path: ['calls'], value: 0 }],
  });
  return reply.outcome === 'done' ? parseSubAccount(reply.item) : undefined;
}

/** Closes every sub-account that can be closed; whether one was. A transfer that nobody applied is applied first. */
export function* recallSubs(books: Books): Flow<boolean> {
  const { main } = books;
  for (const position of books.behind) {
    const transfer = main.subs?.[position];
    if (transfer) yield* applyTransfer(main.account_id, position, transfer);
  }
  let isAnyClosed = false;
  for (const position of Object.keys(books.subs)) {
    if (yield* closeSub({ ...books, behind: [] }, position)) isAnyClosed = true;
  }
  return isAnyClosed;
}

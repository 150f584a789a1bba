import { newAccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import { drawBalanceSheet } from '#shared/money/ledger/balance-sheet.ts';
import {
  accountKey,
  commitCall,
  holdCredits,
  settleHold,
  sweepHold,
} from '#shared/money/ledger/call-flows.ts';
import { postEntry, postRound } from '#shared/money/ledger/entry-flows.ts';
import { parseEntryItem, pendingItem } from '#shared/money/ledger/entry-item.ts';
import { type Flow, read } from '#shared/money/ledger/operations.ts';
import { parseUsageItem } from '#shared/money/usage/usage-item.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { emptyStore, perform, type Store, write } from '#test/support/model/item-store.ts';
import type { Program } from '#test/support/model/positions.ts';

const accountId = 'acct_model';
const keySpendLimit = 4;
const now = Date.UTC(2026, 10, 20, 12);
const createdAt = new Date(now).toISOString();

/** A store with one account and an opening grant. */
export function openingStore(credits: number): Store {
  const account = newAccountItem({ accountId, email: 'model@example.com', createdAt });
  // Two lanes are as good as sixteen: what matters is whether holds share one.
  const small = { ...account, lanes: { a: 0, b: 0 } };
  return finish(write(emptyStore, 'accounts', accountId, small), postEntry(entryItem('opening', credits)));
}

/** A metered call that wants to be charged, from hold to settlement. */
export function call(name: string, credits: number, slot: string, keyHasLimit = false): Program {
  return {
    name,
    *start(): Flow<string> {
      let attempts = 0;
      const environment = {
        now: () => now,
        newCallId: () => `${name}.${++attempts}`,
        pickSlot: () => slot,
      };
      const account = parseAccountItem(yield* read('accounts', accountKey(accountId)));
      const principal = {
        credentialId: 'cred_1',
        authSource: 'api_key',
        keyLimits: keyHasLimit ? { ...noKeyLimits, spendLimit: keySpendLimit } : noKeyLimits,
      } as const;
      const metered = { requestId: name, tool: 'inspect_domain', credits };
      const result = yield* holdCredits(account, { principal, call: metered }, environment);
      if (!result.held) return 'refused';
      const { callId, hold } = result.plan;
      const outcome = yield* commitCall(
        callId,
        credits,
        'charged',
        callReport(accountId, { requestId: name }),
      );
      yield* settleHold(accountId, callId, hold, outcome);
      return outcome;
    },
  };
}

/** A sweeper that takes every hold for dead, the running ones too. */
export function sweep(name = 'sweeper'): Program {
  return {
    name,
    *start(): Flow<string> {
      const account = parseAccountItem(yield* read('accounts', accountKey(accountId)));
      for (const [callId, hold] of Object.entries(account.holds)) {
        yield* sweepHold(accountId, callId, hold);
      }
      return 'swept';
    },
  };
}

/** A grant, or with negative credits a claw-back; tried until it is applied. */
export function grant(entryId: string, credits: number): Program {
  return { name: `post ${entryId}`, start: () => postRound(entryItem(entryId, credits)) };
}

function entryItem(entryId: string, credits: number) {
  const kind = credits > 0 ? 'purchase' : 'refund';
  return pendingItem({ accountId, entryId, kind, credits: Math.abs(credits) }, credits, createdAt);
}

/** Says what is wrong with the money. */
export const judge = {
  books(store: Store): string | undefined {
    const account = parseAccountItem(store.accounts[accountId]);
    const records = Object.values(store.usage).map(parseUsageItem);
    const charged = records.filter(({ decision }) => decision === 'charged');
    const entries = Object.values(store.ledger).map(parseEntryItem);
    const sheet = drawBalanceSheet(account, new Set(charged.map(({ id }) => id)), entries);
    if (sheet.difference !== 0) return `The books are off by ${sheet.difference} credits.`;
    if (!sheet.chain_intact) return 'The chain of entries is broken.';
    const logged = charged.reduce((sum, { credits_charged }) => sum + credits_charged, 0);
    if (logged !== sheet.charged) return `${sheet.charged} credits were charged and ${logged} logged.`;
    if (account.balance < -sheet.clawed_back) return 'More was spent than there was.';
    const use = account.keys.cred_1;
    if (use && use.spent > keySpendLimit) return 'The key spent more than its limit.';
    if (use && sheet.charged + sheet.held > use.spent) return 'A call was not counted for its key.';
    return undefined;
  },

  /** When everybody is gone, a last sweep must leave nothing open, and everyone must have been told the truth. */
  end(store: Store, results: readonly unknown[]): string | undefined {
    const swept = finish(store, sweep().start());
    const account = parseAccountItem(swept.accounts[accountId]);
    if (Object.keys(account.holds).length > 0) return 'A hold was left behind.';
    const records = Object.values(swept.usage).map(parseUsageItem);
    const charged = records.flatMap((item) => (item.decision === 'charged' ? [item.request_id] : []));
    if (new Set(charged).size < charged.length) return 'A call was charged twice.';
    const told = results.filter((result) => result === 'charged').length;
    if (told > charged.length) return 'A call was told that it is charged and is not.';
    const applied = Object.values(swept.ledger).map(parseEntryItem);
    const isApplied = (id: string) =>
      applied.some(({ entry_id, state }) => entry_id === id && state === 'applied');
    if (!results.every((result) => isApplied(postedBy(result) ?? 'opening'))) {
      return 'An entry was reported as applied and is not.';
    }
    return judge.books(swept);
  },
};

function postedBy(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('entry' in result)) return undefined;
  return parseEntryItem(result.entry).entry_id;
}

/** Runs a flow to its end on a store that does not fail. */
function finish(store: Store, flow: Flow<unknown>): Store {
  let current = store;
  let step = flow.next();
  while (!step.done) {
    const { store: next, reply } = perform(current, step.value);
    current = next;
    step = flow.next(reply);
  }
  return current;
}

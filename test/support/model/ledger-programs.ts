import { newAccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { type Meter, parseMeterItem } from '#shared/money/accounts/meter.ts';
import { isSubAccount, type SplitTerms, toBooks, wholeAccount } from '#shared/money/accounts/sub-accounts.ts';
import {
  commitCall,
  holdCredits,
  openHolds,
  settleHold,
  sweepHold,
} from '#shared/money/ledger/call-flows.ts';
import { parseEntryItem, pendingItem, postEntry, postRound } from '#shared/money/ledger/entry-flows.ts';
import { readAgain, reserveAll, returnAll } from '#shared/money/ledger/meter-flows.ts';
import { lookUp, withoutEnded } from '#shared/money/ledger/open-reservations.ts';
import { openRun } from '#shared/money/ledger/open-run.ts';
import type { Flow } from '#shared/money/ledger/operations.ts';
import { drawBalanceSheet } from '#shared/money/ledger/reconciler.ts';
import { readBooks, recallSubs } from '#shared/money/ledger/sub-account-flows.ts';
import { parseUsageItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { emptyStore, keyOf, perform, type Store, write } from '#test/support/model/item-store.ts';
import type { Program } from '#test/support/model/positions.ts';

const accountId = 'acct_model';
const now = Date.UTC(2026, 10, 20, 12);
const createdAt = new Date(now).toISOString();
const muchLater = now + 1_200_000;

/** A store with one account and an opening grant. */
export function openingStore(credits: number, maxConcurrentCalls?: number): Store {
  const account = newAccountItem({ accountId, email: 'model@example.com', createdAt, maxConcurrentCalls });
  // Two lanes are as good as sixteen: what matters is whether holds share one.
  const small = { ...account, lanes: { a: 0, b: 0 } };
  const opened = write(emptyStore, 'accounts', accountId, small);
  const limited = Object.values(meters).reduce((store, { kind, table, key }) => {
    // Of one nothing was counted yet.
    const use = kind === 'parent key' ? {} : { use: nothingSpent };
    return write(store, table, keyOf(table, key), { ...key, spend_limit: limitOf, ...use });
  }, opened);
  return finish(limited, postEntry(entryItem('opening', credits)));
}

/** A store with one account that is split, and a sub-account in position `a` of which a call has spent all there was. */
export function splitStore(credits: number): Store {
  return finish(openingStore(credits, 41), call('first', Math.floor(credits / 2), 'a').start());
}

/** Things with a limit of four credits: a key, the key that made it, a connection; a run is opened by its calls. */
const limitOf = 4;
const meters = {
  key: { kind: 'key', table: 'credentials', key: { pk: 'key#one', sk: 'credential' } },
  parent: { kind: 'parent key', table: 'credentials', key: { pk: 'key#parent', sk: 'credential' } },
  connection: { kind: 'connection', table: 'identity', key: { pk: 'account#1', sk: 'connection#1' } },
} as const satisfies Record<string, Omit<Meter, 'item'>>;
export type LimitName = keyof typeof meters | 'run';
const run = { id: 'run', budget: limitOf, owner: 'cred_1' };

const nothingSpent = {
  period: createdAt.slice(0, 7),
  spent: 0,
  open: {},
  lanes: { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0 },
};

function* readMeters(names: readonly LimitName[]): Flow<Meter[]> {
  const read: Meter[] = [];
  for (const name of names) {
    if (name === 'run') {
      const opened = yield* openRun(accountId, run, now);
      if ('fault' in opened) throw new Error('The run was not opened.');
      read.push(opened);
    } else read.push(yield* readAgain({ ...meters[name], item: {} }));
  }
  return read;
}

/** All calls of a split account go to sub-accounts, which are given half of what there is. */
const smallTerms: SplitTerms = { directCalls: 0, leastBalance: 2, parts: 2, mostCalls: 2 };

/** A metered call that wants to be charged, from reservations and hold to settlement. */
export function call(
  name: string,
  credits: number,
  slot: string,
  limits: readonly LimitName[] = [],
  laterMs = 0,
): Program {
  return {
    name,
    *start(): Flow<string> {
      let attempts = 0;
      const environment = {
        now: () => now + laterMs,
        newCallId: () => `${name}.${++attempts}`,
        pickSlot: () => slot,
        terms: smallTerms,
      };
      const books = yield* readBooks(accountId);
      const limited = yield* readMeters(limits);
      const principal = { credentialId: 'cred_1', authSource: 'api_key' } as const;
      const metered = { requestId: name, tool: 'inspect_domain', credits };
      const request = { principal, call: metered, meters: limited };
      const result = yield* holdCredits(books, request, environment);
      if (!result.held) return free(name);
      const { callId, hold, place } = result.plan;
      const outcome = yield* commitCall(
        callId,
        credits,
        'charged',
        callReport(accountId, { requestId: name }),
      );
      yield* settleHold(place, callId, hold, outcome);
      if (outcome === 'void') yield* returnAll(result.meters, { callId, credits });
      return outcome === 'charged' || outcome === 'unknown' ? outcome : free(name);
    },
  };
}

/** What a call ended with that was told that nothing was charged. */
function free(name: string): string {
  return `free: ${name}`;
}

/** A sweeper that takes every hold for dead, the running ones too. */
export function sweep(name = 'sweeper'): Program {
  return {
    name,
    *start(): Flow<string> {
      const books = yield* readBooks(accountId);
      for (const hold of openHolds(books)) yield* sweepHold(accountId, hold);
      if (Object.keys(books.subs).length > 0) yield* recallSubs(yield* readBooks(accountId));
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

/** Parses each item once: the states of a model share their items, and most of the time went into parsing them again. */
function parsedOnce<Parsed>(parse: (item: Item) => Parsed): (item: Item) => Parsed {
  const known = new WeakMap<Item, Parsed>();
  return (item) => {
    const parsed = known.get(item) ?? parse(item);
    known.set(item, parsed);
    return parsed;
  };
}

const accountIn = parsedOnce(parseAccountItem);
const booksIn = (store: Store) => {
  const items = Object.values(store.accounts);
  const books = toBooks(accountIn(store.accounts[accountId] ?? {}), items.filter(isSubAccount));
  if (!books) throw new Error('A sub-account is ahead of its account.');
  return books;
};
const recordIn = parsedOnce(parseUsageItem);
const entryIn = parsedOnce(parseEntryItem);
const meterIn = parsedOnce(parseMeterItem);
const accountOf = (store: Store) => wholeAccount(booksIn(store));
const recordsOf = (store: Store) => Object.values(store.usage).map(recordIn);

/** Says what is wrong with the money. */
export const judge = {
  books(store: Store): string | undefined {
    const account = accountOf(store);
    const records = recordsOf(store);
    const charged = records.filter(({ decision }) => decision === 'charged');
    const entries = Object.values(store.ledger).map(entryIn);
    const sheet = drawBalanceSheet(account, new Set(charged.map(({ id }) => id)), entries);
    if (sheet.difference !== 0) return `The books are off by ${sheet.difference} credits.`;
    if (!sheet.chain_intact) return 'The chain of entries is broken.';
    const logged = charged.reduce((sum, { credits_charged }) => sum + credits_charged, 0);
    if (logged !== sheet.charged) return `${sheet.charged} credits were charged and ${logged} logged.`;
    if (account.balance < -sheet.clawed_back) return 'More was spent than there was.';
    if (account.windows.day.calls < charged.length) return 'A call was made that no window counts.';
    for (const { name, spent } of spendings(store)) {
      if (spent > limitOf) return `The ${name} spent more than its limit.`;
      if (spent < chargedUnder(name, charged)) return `A charged call was not reserved of the ${name}.`;
    }
    return undefined;
  },

  /** When everybody is gone, a last sweep must leave nothing open, and everyone must have been told the truth. */
  end(store: Store, results: readonly unknown[]): string | undefined {
    const swept = finish(store, sweep().start());
    const { subs } = booksIn(swept);
    if (openHolds(booksIn(swept)).length > 0) return 'A hold was left behind.';
    if (Object.keys(subs).length > 0) return 'A sub-account was left open.';
    const records = recordsOf(swept);
    const charged = records.flatMap((item) => (item.decision === 'charged' ? [item.request_id] : []));
    if (new Set(charged).size < charged.length) return 'A call was charged twice.';
    const told = results.filter((result) => result === 'charged').length;
    if (told > charged.length) return 'A call was told that it is charged and is not.';
    if (charged.some((name) => results.includes(free(name))))
      return 'A call was told that it is free and is not.';
    const applied = Object.values(swept.ledger).map(entryIn);
    const isApplied = (id: string) =>
      applied.some(({ entry_id, state }) => entry_id === id && state === 'applied');
    if (!results.every((result) => isApplied(postedBy(result) ?? 'opening'))) {
      return 'An entry was reported as applied and is not.';
    }
    return wrongLimit(swept) ?? judge.books(swept);
  },
};

/** Whoever reads a limit, and the next call under it, must find what was charged and no credit more. */
function wrongLimit(store: Store): string | undefined {
  const records = recordsOf(store);
  const isWrong = ({ name, spent }: { name: LimitName; spent: number }) =>
    spent !== chargedUnder(name, records);
  const told = shown(store).find(isWrong);
  if (told) return `Who reads the ${told.name} is told of ${told.spent} credits that were not spent.`;
  const left = spendings(lookedUp(store)).find(isWrong);
  return left && `The ${left.name} shows ${left.spent} credits that were not spent.`;
}

/** What readers are told that each limit has spent, long after everybody is gone. */
function shown(store: Store): { name: LimitName; spent: number }[] {
  const names = spendings(store).map(({ name }) => name);
  function* readThem(): Flow<readonly Meter[]> {
    return yield* withoutEnded(accountId, yield* readMeters(names), muchLater);
  }
  const left = names.length === 0 ? [] : resultOf(store, readThem());
  return names.map((name, index) => ({ name, spent: left[index]?.item.use?.spent ?? 0 }));
}

const nothing: Item = {};

/** What each limit counts that was reserved of. */
function spendings(store: Store): { name: LimitName; spent: number }[] {
  const places = Object.entries(meters).map(([name, { table, key }]) => ({
    name: name as LimitName,
    item: store[table][keyOf(table, key)],
  }));
  const ofRun = Object.values(store.idempotency).map((item) => ({ name: 'run' as const, item }));
  return [...places, ...ofRun].flatMap(({ name, item }) => {
    const { use } = meterIn(item ?? nothing);
    return use ? [{ name, spent: use.spent }] : [];
  });
}

/** Credits charged to calls under a limit; a call's name says under which it runs. */
function chargedUnder(name: LimitName, records: readonly UsageItem[]): number {
  return records
    .filter(({ decision, request_id }) => decision === 'charged' && request_id.includes(name))
    .reduce((sum, { credits_charged }) => sum + credits_charged, 0);
}

/** The store after a call, long after everybody is gone, was refused by each limit and looked up what was open there. */
function lookedUp(store: Store): Store {
  const account = accountOf(store);
  const price = {
    callId: 'last',
    credits: limitOf + 1,
    kind: 'tool',
    now: muchLater,
    slot: 'a',
  } as const;
  return (['key', 'parent', 'connection', 'run'] as const).reduce((at, name) => {
    if (name === 'run' && Object.keys(at.idempotency).length === 0) return at;
    function* last(): Flow<void> {
      yield* reserveAll(account, yield* readMeters([name]), price, lookUp);
    }
    return finish(at, last());
  }, store);
}

function postedBy(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('entry' in result)) return undefined;
  return parseEntryItem(result.entry).entry_id;
}

/** The store after a flow that nothing disturbs. */
function finish(store: Store, flow: Flow<unknown>): Store {
  return runOn(store, flow).store;
}

function resultOf<Result>(store: Store, flow: Flow<Result>): Result {
  return runOn(store, flow).result;
}

function runOn<Result>(store: Store, flow: Flow<Result>): { store: Store; result: Result } {
  let current = store;
  let step = flow.next();
  while (!step.done) {
    const { store: next, reply } = perform(current, step.value);
    current = next;
    step = flow.next(reply);
  }
  return { store: current, result: step.value };
}

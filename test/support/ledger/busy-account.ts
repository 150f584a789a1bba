import { newAccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import type { SplitTerms } from '#shared/money/accounts/sub-accounts.ts';
import {
  commitCall,
  holdCredits,
  openHolds,
  settleHold,
  sweepHold,
} from '#shared/money/ledger/call-flows.ts';
import { pendingItem, postEntry } from '#shared/money/ledger/entry-flows.ts';
import type { Flow, Operation, Reply } from '#shared/money/ledger/operations.ts';
import { readBooks, recallSubs } from '#shared/money/ledger/sub-account-flows.ts';
import { tables } from '#shared/platform/dynamo/tables.ts';
import { emptyStore, keyOf, perform, type Store, write } from '#test/support/model/item-store.ts';
import { createRandom } from '#test/support/random.ts';
import { callReport } from './ledger.ts';

const accountId = 'acct_01m854zdn4tpsty7yg67bg4jgj';
/** Shortly before a minute is over, with which all calls end that were moved to sub-accounts. */
const start = Date.UTC(2026, 10, 20, 12, 0, 59, 500);
const createdAt = new Date(start).toISOString();
const callCredits = 3;
/** Units a second of one partition key (DynamoDB developer guide, "Burst and adaptive capacity"). */
const capacity = { write: 1_000, read: 3_000 } as const;
/** As `run-flow.ts` sends a throttled write again. */
const pausesMs = [60, 200];

interface BusyTimes {
  readonly callsASecond: number;
  readonly seconds: number;
  /** Of one call, in milliseconds. */
  readonly workMs: number;
  readonly credits: number;
  readonly terms?: SplitTerms;
}

/**
 * One account's calls as they come, in a time of its own: the ledger's own flows on tables whose keys have the
 * capacity of DynamoDB's and no more, each request taking some milliseconds and the units of its item's size.
 */
export function simulateBusyAccount(times: BusyTimes) {
  const random = createRandom(5);
  const door = createDoor();
  const agenda = createAgenda();
  let store = openingStore(times.credits);
  const outcomes = { charged: 0, busy: 0, refused: 0 };

  function runNow<Result>(flow: Flow<Result>): Result {
    let step = flow.next();
    while (!step.done) {
      const done = perform(store, step.value);
      store = done.store;
      step = flow.next(done.reply);
    }
    return step.value;
  }

  /** Sends a request, which takes effect a few milliseconds later, or never where its key has no capacity left. */
  function send(operation: Operation, then: (reply: Reply) => void, attempt = 0): void {
    agenda.in(2 + random() * 6, () => {
      const done = perform(store, operation);
      if (door.lets(operation, store, done.store, agenda.now())) {
        store = done.store;
        then(done.reply);
        return;
      }
      const pause = pauseBefore(operation, attempt);
      if (pause === undefined) then({ outcome: 'throttled' });
      else agenda.in((pause + random() * pause) / 2, () => send(operation, then, attempt + 1));
    });
  }

  function run<Result>(flow: Flow<Result>, then: (result: Result) => void, reply?: Reply): void {
    const step = reply ? flow.next(reply) : flow.next();
    if (step.done) then(step.value);
    else send(step.value, (answer) => run(flow, then, answer));
  }

  function beginCall(number: number): void {
    const slot = () => 'abcdefghijklmnop'.charAt(Math.floor(random() * 16));
    let attempts = 0;
    const environment = {
      now: () => start + agenda.now(),
      newCallId: () => `use_01m854zdn4tpsty7yg${number}-${++attempts}`,
      pickSlot: slot,
      ...(times.terms && { terms: times.terms }),
    };
    const principal = { credentialId: 'cred_01m854zdn4tpsty7yg67bg4jgj', authSource: 'api_key' } as const;
    const call = {
      requestId: `req_01m854zdn4tpsty7y${number}`,
      tool: 'inspect_domain',
      credits: callCredits,
    };
    run(readBooks(accountId), (books) =>
      run(holdCredits(books, { principal, call, meters: [] }, environment), (result) => {
        if (!result.held) {
          outcomes[result.condition ? 'refused' : 'busy'] += 1;
          return;
        }
        const { callId, hold, place } = result.plan;
        agenda.in(times.workMs, () =>
          run(commitCall(callId, callCredits, 'charged', callReport(accountId)), (outcome) => {
            outcomes[outcome === 'charged' ? 'charged' : 'busy'] += 1;
            run(settleHold(place, callId, hold, outcome), () => undefined);
          }),
        );
      }),
    );
  }

  for (let call = 0; call < times.callsASecond * times.seconds; call += 1)
    agenda.in((call * 1_000) / times.callsASecond, () => beginCall(call));
  agenda.work();
  const opened = Object.keys(store.accounts).length - 1;
  // What was throttled of the settlements is left to a sweep.
  for (const hold of openHolds(runNow(readBooks(accountId)))) runNow(sweepHold(accountId, hold));
  runNow(recallSubs(runNow(readBooks(accountId))));
  const { balance, spent, holds, subs = {}, windows } = parseAccountItem(store.accounts[accountId]);
  return {
    ...outcomes,
    balance,
    spent,
    open: Object.keys(holds).length + Object.keys(subs).length,
    callsCounted: windows.day.calls,
    subAccounts: opened,
    unitsACall: Object.fromEntries(
      Object.entries(door.units).map(([kind, units]) => [kind, units / (outcomes.charged || 1)]),
    ),
  };
}

function openingStore(credits: number): Store {
  const account = newAccountItem({
    accountId,
    email: 'busy@example.com',
    createdAt,
    rateLimits: { minute: 1_000_000, hour: 10_000_000, day: 100_000_000 },
    maxConcurrentCalls: 400,
  });
  let store = write(emptyStore, 'accounts', accountId, account);
  const entry = { accountId, entryId: 'grant:opening', kind: 'grant', credits } as const;
  const flow = postEntry(pendingItem(entry, credits, createdAt));
  let step = flow.next();
  while (!step.done) {
    const done = perform(store, step.value);
    store = done.store;
    step = flow.next(done.reply);
  }
  return store;
}

/** Milliseconds until a throttled request is sent again; undefined where it is not. */
function pauseBefore(operation: Operation, attempt: number): number | undefined {
  return operation.do === 'read' || operation.do === 'read all' ? 40 : pausesMs[attempt];
}

/** What is to happen when, in milliseconds. */
function createAgenda() {
  const buckets = new Map<number, (() => void)[]>();
  let now = 0;
  let last = 0;
  return {
    now: () => now,
    in(ms: number, work: () => void) {
      const at = Math.floor(now + Math.max(1, ms));
      last = Math.max(last, at);
      buckets.set(at, [...(buckets.get(at) ?? []), work]);
    },
    work() {
      for (; now <= last; now += 1) {
        for (const work of buckets.get(now) ?? []) work();
        buckets.delete(now);
      }
    },
  };
}

/** Lets through what a key has units for, a second's units at most, and counts them. */
function createDoor() {
  const budgets = new Map<string, { left: number; at: number }>();
  const units = { write: 0, read: 0 };
  const itemOf = (
    store: Store,
    { table, key }: { table: Operation['table']; key: Readonly<Record<string, unknown>> },
  ) => store[table][keyOf(table, key)];

  function take(kind: 'write' | 'read', place: string, wanted: number, now: number): boolean {
    const budget = budgets.get(`${kind} ${place}`) ?? { left: capacity[kind], at: now };
    budget.left = Math.min(capacity[kind], budget.left + ((now - budget.at) / 1_000) * capacity[kind]);
    budget.at = now;
    budgets.set(`${kind} ${place}`, budget);
    if (budget.left <= 0) return false;
    budget.left -= wanted;
    units[kind] += wanted;
    return true;
  }

  return {
    units,
    lets(operation: Operation, before: Store, after: Store, now: number): boolean {
      const { table } = operation;
      const partition = (key: Readonly<Record<string, unknown>>) =>
        `${table} ${key[tables[table].partitionKey]}`;
      if (operation.do === 'read all')
        return operation.keys
          .map((key) => take('read', partition(key), unitsOf(itemOf(before, { table, key }), 4_096), now))
          .every(Boolean);
      const key = operation.do === 'create' ? operation.item : operation.key;
      if (operation.do === 'read')
        return take('read', partition(key), unitsOf(itemOf(before, { table, key }), 4_096), now);
      const sizes = [before, after].map((store) => unitsOf(itemOf(store, { table, key }), 1_024));
      return take('write', partition(key), Math.max(...sizes), now);
    },
  };
}

function unitsOf(item: unknown, bytesOfUnit: number): number {
  return Math.max(1, Math.ceil(sizeOf(item) / bytesOfUnit));
}

/** Bytes as DynamoDB counts them ("Item sizes and formats"). */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.entries(value).map(([name, part]) => Buffer.byteLength(name) + sizeOf(part) + 1);
  return 3 + parts.reduce((sum, part) => sum + part, 0);
}

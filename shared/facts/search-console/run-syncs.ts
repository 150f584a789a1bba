import {
  GoogleRefusal,
  type RefusalKind,
  refusalFigures,
} from '#shared/facts/search-console/google-refusal.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { type DueProperty, Overtaken, type Versioned } from './connection-store.ts';
import { dateOf, pacificDay } from './day-ranges.ts';
import { countTodo, type KeptProperty, propertyIdOf } from './kept-items.ts';
import { createKeptRows } from './kept-rows.ts';
import type { SyncParts } from './open-connection.ts';
import { type ConnectionParts, openConnection } from './open-connection.ts';
import { syncProperty } from './sync-property.ts';

export interface SyncServices extends ConnectionParts {
  readonly table: IndexTable;
  readonly logger: CallLogger;
}

export interface SyncReport {
  readonly property: string;
  readonly site: string;
  readonly days_left: number;
  readonly last_final: string | null;
  readonly refused: RefusalKind | null;
}

/** Less than a day: what runs each day must not drift past its hour. */
const againMs = 20 * 3_600_000;
const leaseMs = 90_000;
const renewLeaseMs = 30_000;
const parallel = 3;

const minute = 60_000;
const waits: Readonly<Record<RefusalKind, number>> = {
  load_quota: 15 * minute,
  rate_quota: 2 * minute,
  unavailable: 5 * minute,
  token_refused: 5 * minute,
  no_access: 24 * 60 * minute,
  not_understood: 6 * 60 * minute,
  client_refused: 60 * minute,
  grant_ended: 24 * 60 * minute,
  consent_refused: 24 * 60 * minute,
  scope_missing: 24 * 60 * minute,
};

/** What operators are told of by an alarm; the others are between Google and the person who connected. */
const operatorSignals: Partial<Readonly<Record<RefusalKind, string>>> = {
  client_refused: 'search_console_stopped',
  not_understood: 'search_console_stopped',
  load_quota: 'search_console_waits',
  rate_quota: 'search_console_waits',
  unavailable: 'search_console_waits',
};

/** Works on every property that is due, a few at a time. What fails waits by itself, and holds no other up. */
export async function runDueSyncs(
  services: SyncServices,
  isOver: () => boolean,
): Promise<readonly SyncReport[]> {
  const { store, clock, logger } = services;
  const now = clock();
  const due = (await store.dueList())
    .filter(({ dueAt, leaseUntil }) => dueAt <= now && leaseUntil <= now)
    .toSorted((a, b) => a.dueAt - b.dueAt);
  const reports: SyncReport[] = [];
  const queue = due.values();
  const one = async (entry: DueProperty) => {
    try {
      const report = await syncDue(services, entry, isOver);
      if (report) reports.push(report);
    } catch (cause) {
      const facts = { account_id: entry.accountId, cause };
      logger.error('search console not synced', { signal: 'search_console_stopped', ...facts });
      await store.setDue(entry.accountId, entry.propertyId, clock() + waits.unavailable);
    }
  };
  const worker = async () => {
    for (const entry of queue) if (!isOver()) await one(entry);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, due.length) }, worker));
  return reports;
}

/** Syncs one property now, whether it is due or not; undefined where another run has it, or it is not chosen. */
export async function syncDue(
  services: SyncServices,
  due: DueProperty,
  isOver: () => boolean,
): Promise<SyncReport | undefined> {
  const { accountId, propertyId } = due;
  const { store, table, clock } = services;
  const found = await store.property(accountId, propertyId);
  if (!found?.data.is_chosen) {
    if (!found) await removeLate(table, due);
    await store.forgetDue(accountId, propertyId);
    return undefined;
  }
  if (!(await store.lease(due, clock() + leaseMs))) return undefined;
  const count = { requests: 0 };
  const onRequest = () => {
    count.requests += 1;
  };
  const parts = syncParts({ ...services, onRequest }, due, isOver);
  return finished(services, due, { ...(await attempt(parts, found)), ...count });
}

/** Removes what a run wrote that was still under way when its property was removed: rows, and what the tools read. */
async function removeLate(table: IndexTable, { accountId, propertyId }: DueProperty): Promise<void> {
  await createKeptRows(table, ownPartPartition(accountId, propertyId)).removeAll();
  const [{ readHeads }, { createConsoleStore }] = await Promise.all([
    import('#shared/facts/own-sites/console-reads.ts'),
    import('#shared/facts/own-sites/console-store.ts'),
  ]);
  for (const { source, property, import_id } of await readHeads(table, accountId))
    if (source === 'connection' && property !== null && propertyIdOf(property) === propertyId)
      await createConsoleStore(table).remove(accountId, import_id);
}

function syncParts(services: SyncServices, due: DueProperty, isOver: () => boolean): SyncParts {
  const { accountId, propertyId } = due;
  const { store, table, clock } = services;
  let leased = { ...due, leaseUntil: clock() + leaseMs };
  return {
    accountId,
    table,
    store,
    clock,
    isOver,
    tellEffect: services.tellEffect,
    watch: services.watch,
    rows: createKeptRows(table, ownPartPartition(accountId, propertyId)),
    api: openConnection(services, accountId),
    async onStep() {
      if (leased.leaseUntil - clock() > leaseMs - renewLeaseMs) return;
      const next = { ...leased, leaseUntil: clock() + leaseMs };
      if (await store.lease(leased, next.leaseUntil)) leased = next;
    },
  };
}

interface Attempt {
  readonly kept: KeptProperty | undefined;
  readonly refused: RefusalKind | null;
}

async function attempt(parts: SyncParts, found: Versioned<KeptProperty>): Promise<Attempt> {
  const { accountId, store } = parts;
  try {
    const kept = await syncProperty(parts, found);
    return { kept: kept.data, refused: null };
  } catch (error) {
    // Another run, or a choice of the owner, has written it: that one goes on.
    if (error instanceof Overtaken) return { kept: undefined, refused: null };
    if (!(error instanceof GoogleRefusal)) throw error;
    const now = await store.property(accountId, propertyIdOf(found.data.property));
    if (!now) return { kept: undefined, refused: error.kind };
    const times = now.data.waits?.reason === error.kind ? now.data.waits.times + 1 : 1;
    const wait = { reason: error.kind, until: waitUntil(error.kind, times, parts.clock()), times };
    await store.saveProperty(accountId, now, { ...now.data, waits: wait });
    return { kept: { ...now.data, waits: wait }, refused: error.kind };
  }
}

/** A load that is refused again after its quarter of an hour is that of the day, which is Pacific. */
function waitUntil(kind: RefusalKind, times: number, now: number): number {
  const until = now + waits[kind];
  if (kind !== 'load_quota' || times < 2) return until;
  let midnight = until;
  while (pacificDay(midnight) === pacificDay(now)) midnight += 15 * minute;
  return midnight;
}

/** Says when the property is due again, and logs what a platform team looks at. */
async function finished(
  { store, clock, logger }: SyncServices,
  { accountId, propertyId }: DueProperty,
  { kept, refused, requests }: Attempt & { readonly requests: number },
): Promise<SyncReport | undefined> {
  if (!kept) {
    await store.setDue(accountId, propertyId, clock() + waits.rate_quota);
    return undefined;
  }
  const left = countTodo(kept);
  const doneAt = left === 0 ? clock() + againMs : clock();
  await store.setDue(accountId, propertyId, kept.waits && refused ? kept.waits.until : doneAt);
  const facts = { account_id: accountId, property_id: propertyId, days_left: left, requests, refused };
  const figures = { GoogleRequests: requests };
  if (refused === null) logger.info('search console synced', facts, { figures });
  else {
    const told = { ...facts, signal: operatorSignals[refused] };
    logger.warn('search console refused', told, { figures: { ...figures, ...refusalFigures(refused) } });
  }
  const lastFinal = kept.last_final === null ? null : dateOf(kept.last_final);
  return { property: kept.property, site: kept.site, days_left: left, last_final: lastFinal, refused };
}

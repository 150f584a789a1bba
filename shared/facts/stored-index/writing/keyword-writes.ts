import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import {
  readPacked,
  readState,
  type StateRecord,
  stateItemOf,
} from '#shared/facts/stored-index/items/index-items.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { addTouched, type RowChange, type TouchedDomain } from '../counting/touched-domain.ts';
import { bestPlaces } from '../items/competitor-ranking.ts';
import { type DerivedRow, derivedRows } from '../items/derived-rows.ts';
import { type Change, type ConditionalPut, ifStill } from '../items/index-items.ts';
import {
  domainOfPartition,
  headSort,
  type ItemKey,
  keywordPartition,
  stateSort,
  tailSort,
} from '../items/keys.ts';
import {
  emptyState,
  isSameState,
  type KeywordState,
  packListing,
  type StoredRow,
  unpackListing,
} from '../items/keyword-state.ts';
import type { ChangedListing } from '../items/rival-list.ts';
import type { IndexTable } from '../table/index-table.ts';
import { applyUpdate, type KeywordUpdate, type UpdatedKeyword } from './keyword-update.ts';
import { type ClaimStatus, claimStatuses, type WriteRun } from './write-claims.ts';

/** What is stored about a keyword, whole. */
export interface StoredKeyword {
  readonly record: StateRecord | undefined;
  readonly head: Uint8Array | undefined;
  readonly tail: Uint8Array | undefined;
}

export interface KeywordChange {
  readonly update: Pick<KeywordUpdate, 'market' | 'keyword'>;
  readonly before: StoredKeyword;
  readonly after: UpdatedKeyword;
  /** Rows that a dead writer may have left half written are all written again. */
  readonly repairs: boolean;
  readonly rowsBefore: readonly DerivedRow[];
  readonly rowsAfter: readonly DerivedRow[];
  /** Rows that the new state does not have: of the state before, and those a dead writer may have left. */
  readonly outdated: readonly ItemKey[];
}

export function keywordChange(
  change: Omit<KeywordChange, 'rowsBefore' | 'rowsAfter' | 'outdated'>,
  findIntent: FindIntent,
): KeywordChange {
  const { update, before, after, repairs } = change;
  const rowsOf = (state: KeywordState) => derivedRows(update.market, update.keyword, state, findIntent);
  const rowsBefore = before.record ? rowsOf(before.record.state) : [];
  const rowsAfter = rowsOf(after.state);
  const current = new Set(rowsAfter.map(rowKey));
  const left = repairs ? (before.record?.outdated ?? []) : [];
  const outdated = [...rowsBefore, ...left].filter((row) => !current.has(rowKey(row)));
  return { ...change, rowsBefore, rowsAfter, outdated };
}

const attempts = 200;
const waitMilliseconds = 50;

/** The stored keywords of some updates, read consistently. Texts are read only where there is a state. */
export async function readKeywords(
  table: IndexTable,
  updates: readonly Pick<KeywordUpdate, 'market' | 'keyword'>[],
): Promise<readonly StoredKeyword[]> {
  const partitions = updates.map(({ market, keyword }) => keywordPartition(market, keyword));
  const states = await table.getMany(
    partitions.map((pk) => ({ pk, sk: stateSort })),
    true,
  );
  const known = partitions.filter((_, index) => states[index] !== undefined);
  const parts = await table.getMany(
    known.flatMap((pk) => [headSort, tailSort].map((sk) => ({ pk, sk }))),
    true,
  );
  const texts = new Map(
    known.map((pk, index) => [
      pk,
      parts.slice(index * 2, index * 2 + 2).map((part) => part && readPacked(part)),
    ]),
  );
  return partitions.map((pk, index) => {
    const state = states[index];
    const [head, tail] = texts.get(pk) ?? [];
    return { record: state && readState(state), head, tail };
  });
}

/**
 * Writes the states of changed keywords, each only if it is as it was read
 * and no other run is writing it. What was overtaken is read, merged and tried
 * again; a keyword held by a living writer is waited for, at most ten seconds.
 */
export async function claimKeywords(
  table: IndexTable,
  run: WriteRun,
  updates: readonly KeywordUpdate[],
  options: ClaimOptions,
): Promise<readonly KeywordChange[]> {
  const claimed: KeywordChange[] = [];
  let open = updates;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt > attempts) throw new Error('Keywords stayed held by another writer.');
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
    await run.renew();
    const changes = await plannedChanges(table, run, open, options);
    const planned = changes.flatMap((change) => (typeof change === 'string' ? [] : [change]));
    await options.onPlanned(planned);
    const written = await table.putMany(planned.map((change) => statePut(run, change)));
    claimed.push(...planned.filter((_, index) => written[index]));
    const late = new Set(planned.filter((_, index) => !written[index]).map(({ update }) => update));
    open = open.filter((update, index) => changes[index] === 'held' || late.has(update));
  }
  return claimed;
}

export interface ClaimOptions {
  readonly clock: Clock;
  /** Called with what will be written, before it is: the place to keep what it replaces. */
  onPlanned(changes: readonly KeywordChange[]): Promise<void>;
}

async function plannedChanges(
  table: IndexTable,
  run: WriteRun,
  updates: readonly KeywordUpdate[],
  { clock }: ClaimOptions,
): Promise<readonly (KeywordChange | 'unchanged' | 'held')[]> {
  const [stored, findIntent] = await Promise.all([readKeywords(table, updates), loadIntents()]);
  const statuses = await statusesOf(table, run, stored, clock);
  return updates.map((update, index) => {
    const before = stored[index] ?? { record: undefined, head: undefined, tail: undefined };
    const status = before.record ? statuses.get(before.record.claim) : 'done';
    if (status === 'open') return 'held';
    const texts = before.head && unpackListing(before.head, before.tail);
    const after = applyUpdate(before.record?.state, texts, update);
    const repairs = status === 'abandoned' || run.isResumed;
    return repairs || isChange(before, after)
      ? keywordChange({ update, before, after, repairs }, findIntent)
      : 'unchanged';
  });
}

/**
 * How the claims on stored keywords stand. What this run has claimed itself is
 * no obstacle. A claim of its open step is a write whose answer was lost: its
 * rows are still to be written. Taken up again after a crash, a run writes
 * everything again.
 */
async function statusesOf(
  table: IndexTable,
  run: WriteRun,
  stored: readonly StoredKeyword[],
  clock: Clock,
): Promise<ReadonlyMap<string, ClaimStatus>> {
  const claims = [...new Set(stored.flatMap(({ record }) => record?.claim ?? []))];
  const own = claims.filter((claim) => claim.startsWith(`${run.id}:`));
  const others = claims.filter((claim) => !own.includes(claim));
  const statuses = await claimStatuses(table, others, clock);
  return new Map([
    ...own.map((claim) => [claim, claim === run.claim ? 'abandoned' : 'done'] as const),
    ...others.map((claim, index) => [claim, statuses[index] ?? 'done'] as const),
  ]);
}

export function isChange(before: StoredKeyword, after: UpdatedKeyword): boolean {
  if (!isSameState(before.record?.state ?? emptyState, after.state)) return true;
  if (after.texts === undefined) return false;
  const [head, tail] = after.texts === null ? [] : packListing(after.texts);
  return !sameBytes(before.head, head) || !sameBytes(before.tail, tail);
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function statePut(run: WriteRun, change: KeywordChange): ConditionalPut {
  const { record } = change.before;
  const key = { pk: keywordPartition(change.update.market, change.update.keyword), sk: stateSort };
  const item = stateItemOf(key, {
    state: change.after.state,
    version: (record?.version ?? 0) + 1,
    claim: run.claim,
    outdated: change.outdated,
  });
  return ifStill(item, record?.version);
}

/** Writes what follows from claimed states. Safe to repeat. */
export async function writeDerived(table: IndexTable, changes: readonly KeywordChange[]): Promise<void> {
  await table.change(changes.flatMap(derivedChanges));
}

function derivedChanges(change: KeywordChange): Change[] {
  const { repairs, rowsBefore, rowsAfter, outdated } = change;
  const old = new Map(repairs ? [] : rowsBefore.map((row) => [rowKey(row), row.data]));
  const puts = rowsAfter
    .filter((row) => old.get(rowKey(row)) !== row.data)
    .map(({ pk, sk, data }): Change => ({ put: { pk, sk, d: data } }));
  const removals = outdated.map((row): Change => ({ remove: { pk: row.pk, sk: row.sk } }));
  return [...removals, ...puts, ...textChanges(change)];
}

function textChanges({ update, before, after, repairs }: KeywordChange): Change[] {
  if (after.texts === undefined) return [];
  const pk = keywordPartition(update.market, update.keyword);
  const [head, tail] = after.texts === null ? [] : packListing(after.texts);
  // What was not there need not be removed: a removal costs a write.
  const changeOf = (sk: string, known: Uint8Array | undefined, d: Uint8Array | undefined) =>
    d || known || repairs ? [partChange({ pk, sk }, d)] : [];
  return [...changeOf(headSort, before.head, head), ...changeOf(tailSort, before.tail, tail)];
}

export function partChange(key: ItemKey, d: Uint8Array | undefined): Change {
  return d ? { put: { ...key, d } } : { remove: key };
}

/** Domains of which a row changes, and, where the listing does, those beside them. */
export function touchedBy(change: KeywordChange): TouchedDomain[] {
  const { update, before, repairs } = change;
  const { market, keyword } = update;
  const listing = changedListing(change);
  const touched = new Map<string, TouchedDomain>();
  const touch = (row: ItemKey, rowsChanged: boolean, came: RowChange[] = []) => {
    const domain = domainOfPartition(market, row.pk);
    if (domain === undefined) return;
    const changed = new Map(listing ? [[keyword, listing] as const] : []);
    addTouched(touched, [{ market, domain, rowsChanged, changed, rows: repairs ? undefined : came }]);
  };
  for (const row of before.record?.outdated ?? []) touch(row, true);
  for (const { row, isAdded, isKept } of rowChanges(change)) {
    if (!isKept) touch(row, true, [{ sk: row.sk, data: row.data, isAdded }]);
    else if (listing) touch(row, false);
  }
  return [...touched.values()];
}

/** The keyword's listing with the sites that left it; undefined where it is as it was. */
function changedListing({ update, before, after, repairs }: KeywordChange): ChangedListing | undefined {
  const rowsOfBefore = before.record?.state.rows ?? [];
  const outdated = before.record?.outdated ?? [];
  if (!repairs && outdated.length === 0 && sameHosts(rowsOfBefore, after.state.rows)) return undefined;
  const gone = new Set([
    ...rowsOfBefore.map(({ root }) => root),
    ...outdated.flatMap(({ pk }) => domainOfPartition(update.market, pk) ?? []),
  ]);
  return { sites: bestPlaces(after.state.rows), gone };
}

/** All rows before, then all after; where nothing may be taken for written, none is kept. */
function rowChanges({ repairs, rowsBefore, rowsAfter }: KeywordChange) {
  const isKept = repairs ? () => false : keptRows(rowsBefore, rowsAfter);
  const marked = (rows: readonly DerivedRow[], isAdded: boolean) =>
    rows.map((row) => ({ row, isAdded, isKept: isKept(row) }));
  return [...marked(rowsBefore, false), ...marked(rowsAfter, true)];
}

function keptRows(rowsBefore: readonly DerivedRow[], rowsAfter: readonly DerivedRow[]) {
  const textOf = (row: DerivedRow) => `${rowKey(row)}\n${row.data}`;
  const after = new Set(rowsAfter.map(textOf));
  const kept = new Set(rowsBefore.map(textOf).filter((text) => after.has(text)));
  return (row: DerivedRow) => kept.has(textOf(row));
}

/**
 * Whether two listings have the same hosts at the same positions, which is all that rivals are counted from.
 * A subdomain that takes the place of another one of its site is new to the listing, though the site is not.
 */
function sameHosts(before: readonly StoredRow[], after: readonly StoredRow[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ root, subdomain, position }, index) => {
      const other = after[index];
      return other?.root === root && other.subdomain === subdomain && other.position === position;
    })
  );
}

function rowKey({ pk, sk }: ItemKey): string {
  return `${pk}\n${sk}`;
}

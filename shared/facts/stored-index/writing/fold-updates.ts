import type { FindIntent } from '#shared/facts/intent/intent.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { type DerivedRow, derivedRows } from '../items/derived-rows.ts';
import type { Item } from '../items/index-items.ts';
import { headSort, keywordPartition, stateSort, tailSort } from '../items/keys.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import { packListing, unpackListing } from '../items/packed-listing.ts';
import { readState, stateItemOf } from '../items/stored-items.ts';
import { historyKey, keptItemOf } from './import-history.ts';
import { applyUpdate, type KeywordUpdate, type UpdatedKeyword } from './keyword-update.ts';
import { isChange, type StoredKeyword } from './keyword-writes.ts';

/** An update with the run that brings it. */
export interface RunUpdate {
  readonly run: string;
  /** Whether what the run replaces is kept, for undoing it. */
  readonly keepsHistory: boolean;
  readonly update: KeywordUpdate;
}

/** All that updates leave of a keyword that was not stored before. */
export interface FoldedKeyword {
  readonly state: KeywordState;
  /** The keyword's own items: state and texts. */
  readonly items: readonly Item[];
  readonly rows: readonly DerivedRow[];
  readonly history: readonly Item[];
  /** The run of each update that changed something, one entry for each. */
  readonly changes: readonly string[];
}

interface Folded {
  readonly stored: StoredKeyword;
  readonly state: KeywordState;
  readonly changes: string[];
  readonly history: Item[];
}

/**
 * What a writer would leave of a keyword after these updates, one after another,
 * on an empty table; undefined where that is nothing. Between two updates the
 * state is what a reader finds in its item, so that the bytes are the same.
 */
export function foldUpdates(
  { market, keyword }: { readonly market: Market; readonly keyword: string },
  updates: Iterable<RunUpdate>,
  findIntent: FindIntent,
): FoldedKeyword | undefined {
  let folded: Folded | undefined;
  for (const update of updates) folded = after(folded, update);
  if (!folded) return undefined;
  const pk = keywordPartition(market, keyword);
  const { state, stored, history, changes } = folded;
  return {
    state,
    items: keywordItems(pk, stored),
    rows: derivedRows(market, keyword, state, findIntent),
    history,
    changes,
  };
}

const nothing: StoredKeyword = { record: undefined, head: undefined, tail: undefined };

function after(known: Folded | undefined, { run, keepsHistory, update }: RunUpdate): Folded | undefined {
  const before = known ? asRead(known.stored) : nothing;
  const texts = before.head && unpackListing(before.head, before.tail);
  const updated = applyUpdate(before.record?.state, texts, update);
  if (!isChange(before, updated)) return known;
  const history = known?.history ?? [];
  const isFirst = !before.record?.claim.startsWith(`${run}:`);
  if (keepsHistory && isFirst)
    history.push(keptItemOf(historyKey(run, update.market, update.keyword), before));
  const changes = known?.changes ?? [];
  changes.push(run);
  return { stored: written(run, before, updated), state: updated.state, history, changes };
}

function written(run: string, before: StoredKeyword, { state, texts }: UpdatedKeyword): StoredKeyword {
  const version = (before.record?.version ?? 0) + 1;
  const record = { state, version, claim: `${run}:1`, outdated: [] };
  if (texts === undefined) return { ...before, record };
  const [head, tail] = texts === null ? [] : packListing(texts);
  return { record, head, tail };
}

function asRead({ record, head, tail }: StoredKeyword): StoredKeyword {
  return { record: record && readState(stateItemOf({ pk: '', sk: '' }, record)), head, tail };
}

function keywordItems(pk: string, { record, head, tail }: StoredKeyword): Item[] {
  return [
    ...(record ? [stateItemOf({ pk, sk: stateSort }, record)] : []),
    ...(head ? [{ pk, sk: headSort, d: head }] : []),
    ...(tail ? [{ pk, sk: tailSort, d: tail }] : []),
  ];
}

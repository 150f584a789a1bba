import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Test } from '#shared/platform/dynamo/conditional-writes.ts';
import type { Market } from '../../ports/fact.ts';
import { type DomainSummary, parseSummary } from './domain-summary.ts';
import { type ItemKey, keywordOfSort, pack, unpack } from './keys.ts';
import { type KeywordState, packState, unpackState } from './keyword-state.ts';
import { type Posting, type TokenRow, unpackPosting, unpackTokenRow } from './posting.ts';

/** Counts what reads and writes cost, as the database reports it. */
export interface UnitMeter {
  read(units: number): void;
  written(units: number): void;
}

/** Where the index lies, and how it is written there. */
export interface IndexTableOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly table: string;
  readonly meter?: UnitMeter;
  /**
   * Whether the engine commits a transaction of many items as fast as a single
   * item, as the embedded one does. Deployed, a transaction costs twice the
   * units and gains nothing. No promise of the index rests on it.
   */
  readonly commitsTogether?: boolean;
  /** The engine's own door for many items, where it has one; for items that may replace whatever is under their keys. */
  readonly putAll?: PutAll | undefined;
}

/**
 * Puts items with different keys in one commit, without a look at what they
 * replace; false where nothing was written, because the engine refused them.
 */
export type PutAll = (table: string, items: readonly Item[]) => Promise<boolean>;

/** An item of the index table, keys included. */
export type Item = Readonly<Record<string, unknown>>;

export type Change = { readonly put: Item } | { readonly remove: ItemKey };

/** An item to write if every check holds of what is under its key. */
export interface ConditionalPut {
  readonly item: Item;
  readonly checks: readonly Test[];
}

/** Items to write where their guard's checks hold, each by its own checks too where it is not written in one commit with the guard. */
export interface GuardedPuts {
  readonly guard: ConditionalPut;
  readonly guarded: readonly ConditionalPut[];
}

/** Puts an item in the place of the version that it was made from; undefined for where there was none. */
export function ifStill(item: Item, version: number | undefined): ConditionalPut {
  if (version === undefined) return { item, checks: [{ test: 'absent', path: ['pk'] }] };
  return { item, checks: [{ test: 'equals', path: ['v'], value: version }] };
}

/** Source name of the generated sample market, and the `connection_id` of answers from it. */
export const sampleSource = 'sample-market';

/** Source name of listings that were fetched live and have grown the index. */
export const liveSource = 'live';

/** How answers name the import that a row is from; undefined where it came from a live listing. */
export function connectionOf(source: string): string | undefined {
  return source.startsWith('imp_') ? `import:${source}` : undefined;
}

const numberDigits = 10;

/**
 * An import in one number, for rows of which there are millions: the first forty
 * bits of its id. Null for other sources.
 */
export function importNumberOf(source: string): number | null {
  if (!source.startsWith('imp_')) return null;
  const number = Number.parseInt(source.slice(4, 4 + numberDigits), 16);
  // Where a row has the number, 0 and 1 say that no import or the sample market gave it.
  return number > 1 ? number : null;
}

export function importPrefix(number: number): string {
  return `imp_${number.toString(16).padStart(numberDigits, '0')}`;
}

/**
 * The attributes of the index table's items, beside the keys: `d` the data
 * (text for rows, bytes where it is packed, a map for totals), `v` a version
 * that grows with every write, `c` the claim of who wrote a state last, `b` the
 * rows that a state made outdated, `z` the changes since a large domain was
 * counted, `p`, `r` and `k` pages, rivals and keywords of a domain that has few
 * of them.
 */
const rowItem = v.object({ sk: v.string(), d: v.string() });
const bytes = v.instance(Uint8Array);
const packedItem = v.object({ d: bytes });
const summaryItem = v.object({
  d: v.unknown(),
  v: v.optional(v.number(), 0),
  z: v.optional(v.number(), 0),
  p: v.optional(bytes),
  r: v.optional(bytes),
  k: v.optional(bytes),
});
const stateItem = v.object({ d: bytes, v: v.number(), c: v.string(), b: v.optional(bytes) });
const packedKeys = v.array(v.tuple([v.string(), v.string()]));

export interface StateRecord {
  readonly state: KeywordState;
  readonly version: number;
  /** Run and step that wrote it: while that step is open, its derived rows may not all be written. */
  readonly claim: string;
  /** Derived rows of the state before that this one does not have; removed by the run that wrote them. */
  readonly outdated: readonly ItemKey[];
}

export interface SummaryRecord {
  readonly summary: DomainSummary;
  readonly version: number;
  readonly changesSince: number;
  /** Packed lists of a domain, where they lie with its totals. */
  readonly pages?: Uint8Array | undefined;
  readonly rivals?: Uint8Array | undefined;
  readonly keywords?: Uint8Array | undefined;
}

/** A row as it is stored, with the keyword that it is about. */
export function readRow(item: Item): { readonly keyword: string; readonly d: string } {
  const { sk, d } = v.parse(rowItem, item);
  return { keyword: keywordOfSort(sk), d };
}

export function readPosting(item: Item, host: string): Posting {
  const { keyword, d } = readRow(item);
  return unpackPosting(d, keyword, host);
}

export function readTokenRow(item: Item): TokenRow {
  const { sk, d } = v.parse(rowItem, item);
  return unpackTokenRow(d, keywordOfSort(sk));
}

export function readState(item: Item): StateRecord {
  const { d, v: version, c: claim, b } = v.parse(stateItem, item);
  const outdated = b ? v.parse(packedKeys, unpack(b)).map(([pk, sk]) => ({ pk, sk })) : [];
  return { state: unpackState(d), version, claim, outdated };
}

export function stateItemOf(key: ItemKey, { state, version, claim, outdated }: StateRecord): Item {
  return {
    ...key,
    d: packState(state),
    v: version,
    c: claim,
    ...(outdated.length > 0 && { b: pack(outdated.map(({ pk, sk }) => [pk, sk])) }),
  };
}

export function summaryItemOf(key: ItemKey, record: SummaryRecord): Item {
  const { summary, version, changesSince, pages, rivals, keywords } = record;
  return {
    ...key,
    d: summary,
    v: version,
    ...(changesSince > 0 && { z: changesSince }),
    ...(pages && { p: pages }),
    ...(rivals && { r: rivals }),
    ...(keywords && { k: keywords }),
  };
}

export function readSummary(item: Item): SummaryRecord {
  const { d, v: version, z, p, r, k } = v.parse(summaryItem, item);
  return { summary: parseSummary(d), version, changesSince: z, pages: p, rivals: r, keywords: k };
}

export function readPacked(item: Item): Uint8Array {
  return v.parse(packedItem, item).d;
}

/** The key of a market as partitions carry it, for messages. */
export function marketLabel({ location, language }: Market): string {
  return `${location.countryName}, ${language.name}`;
}

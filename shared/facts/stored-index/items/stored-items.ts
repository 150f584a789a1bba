import * as v from 'valibot';
import type { Market } from '#shared/facts/ports/market.ts';
import { type DomainSummary, parseSummary } from './domain-summary.ts';
import type { Item } from './index-items.ts';
import { type ItemKey, keywordOfSort } from './keys.ts';
import { type KeywordState, packState, unpackState } from './keyword-state.ts';
import { pack, unpack } from './packing.ts';
import { type Posting, type TokenRow, unpackPosting, unpackTokenRow } from './posting.ts';

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

/** The item of a state; the counterpart of `readState`. */
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

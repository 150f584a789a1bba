import { crc32 } from 'node:zlib';
import { type DomainSummary, type PageTotal, sortedPages } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { furtherPagesSort, summarySort } from '../items/keys.ts';
import { type KeywordSet, packKeywordSet, unpackKeywordSet } from '../items/keyword-set.ts';
import { readPacked } from '../items/stored-items.ts';
import { packPages, unpackWholePages } from '../items/whole-pages.ts';
import { type DomainHead, headItems, readHead } from '../questions/domain-head.ts';
import type { CountedRows } from './apply-changes.ts';
import type { TouchedDomain } from './touched-domain.ts';

/** A domain's head as a count reads it. */
export interface KnownHead extends DomainHead {
  /** Pages that do not lie in `pages`, where they were read. */
  readonly further: Uint8Array | undefined;
  /** Attribute `q` of the totals: a checksum of the lists that were counted with them. */
  readonly check: number | undefined;
}

export function readKnownHead(items: readonly Item[]): KnownHead {
  const bySort = (sort: string) => items.find(({ sk }) => sk === sort);
  const further = bySort(furtherPagesSort);
  const check = bySort(summarySort)?.q;
  return {
    ...readHead(items),
    further: further && readPacked(further),
    check: typeof check === 'number' ? check : undefined,
  };
}

/** Lists of a domain, packed, with what tells that they belong together. */
export interface PackedLists {
  readonly pages: Uint8Array | undefined;
  readonly further: Uint8Array | undefined;
  readonly keywords: Uint8Array | undefined;
  readonly check: number | undefined;
}

/** What a count found, still to be written. */
export interface Counted {
  readonly touched: TouchedDomain;
  readonly pk: string;
  readonly known: KnownHead;
  readonly summary: DomainSummary;
  readonly changesSince: number;
  readonly lists: PackedLists;
  readonly largePages: readonly PageTotal[];
  readonly keywords: KeywordSet;
}

export function packLists({ pages, mixed, summary, keywords }: CountedRows): PackedLists {
  const packed = packPages(sortedPages(pages.values()), mixed, summary);
  const packedKeywords = packKeywordSet(keywords);
  return { ...packed, keywords: packedKeywords, check: checkOf(packed, packedKeywords) };
}

/**
 * Totals and lists are written one after another, and a writer may die in
 * between: the sum says whether they are of one count.
 */
function checkOf({ pages, further }: Pick<PackedLists, 'pages' | 'further'>, keywords: Uint8Array): number {
  return [pages, further].reduce((sum, part) => (part ? crc32(part, sum) : sum), crc32(keywords));
}

/** What a head says about the domain's rows; undefined where its parts do not belong together or some are missing. */
export function rowsOfHead({ record, pages, further, keywords, check }: KnownHead): CountedRows | undefined {
  if (!record || record.changesSince > 0 || !pages || !keywords) return undefined;
  // Further pages may be left from when there were more.
  const parts = [
    { pages, further },
    { pages, further: undefined },
  ].find((each) => checkOf(each, keywords) === check);
  const whole = parts && unpackWholePages(parts);
  return whole && { ...whole, summary: record.summary, keywords: unpackKeywordSet(keywords) };
}

interface NewHead {
  readonly summary: DomainSummary;
  readonly version: number;
  readonly changesSince: number;
  readonly lists: PackedLists;
  readonly rivals: Uint8Array | undefined;
}

/** Items of a head: the totals, and the lists that do not lie with them. */
export function countedHeadItems(
  pk: string,
  { summary, version, changesSince, lists, rivals }: NewHead,
): { readonly totals: Item; readonly lists: readonly Item[] } {
  const { pages, further, keywords, check } = lists;
  const head = headItems(pk, { summary, version, changesSince }, { pages, rivals, keywords });
  return {
    totals: { ...head.totals, ...(check !== undefined && { q: check }) },
    lists: [...head.lists, ...(further ? [{ pk, sk: furtherPagesSort, d: further, v: version }] : [])],
  };
}

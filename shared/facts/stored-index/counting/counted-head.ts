import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { packList, unpack } from '#shared/facts/stored-index/items/keys.ts';
import {
  createDomainTally,
  type DomainSummary,
  keptPages,
  type PageTotal,
  sortedPages,
} from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { furtherPagesSort, summarySort } from '../items/keys.ts';
import {
  type KeywordSet,
  mostPackedBytes,
  noKeywords,
  packKeywordSet,
  unpackKeywordSet,
} from '../items/keyword-set.ts';
import { pageKey } from '../items/page-key.ts';
import { type DomainHead, headItems, readHead } from '../questions/domain-head.ts';
import type { TouchedDomain } from './touched-domain.ts';

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

/** All pages of a domain, from which the next count goes on. */
export interface WholePages {
  readonly pages: ReadonlyMap<string, PageTotal>;
  /** Keys of pages that were counted under several addresses. */
  readonly mixed: ReadonlySet<string>;
}

/** Pages packed for a domain's head: those that answers show, and the others where they are too many to lie beside them. */
interface PackedPages {
  readonly pages: Uint8Array;
  /** Undefined where all lie in `pages`, and where they are too many to be kept at all. */
  readonly further: Uint8Array | undefined;
}

/** Further pages that lie beside the kept ones, so that a domain of some two hundred pages has one list of them. */
const mostBeside = 100;

/** `pages` sorted as answers show them; readers of the first part see the kept ones alone. */
function packPages(
  pages: readonly PageTotal[],
  mixed: ReadonlySet<string>,
  { at, samples }: DomainSummary,
): PackedPages {
  const rows = pages.map((page) => [page.url, page.keywords, page.traffic, page.withVolume]);
  const shown = { total: rows.length, at, isSample: samples > 0, rows: rows.slice(0, keptPages) };
  const beyond = rows.slice(keptPages);
  const more = {
    ...(beyond.length > 0 && { more: beyond }),
    ...(mixed.size > 0 && { mixed: [...mixed].sort() }),
  };
  if (beyond.length <= mostBeside) return { pages: packList({ ...shown, ...more }), further: undefined };
  const further = packList(more);
  return { pages: packList(shown), further: further.length <= mostPackedBytes ? further : undefined };
}

type PackedPage = readonly [url: string, keywords: number, traffic: number, withVolume: number];
/** One look at each member instead of a schema each: to count a domain reads all its pages. */
const packedPages = v.custom<readonly PackedPage[]>((value) => Array.isArray(value) && value.every(isPage));
const beyondShown = { more: v.optional(packedPages, []), mixed: v.optional(v.array(v.string()), []) };
const shownPages = v.object({ total: v.number(), rows: packedPages, ...beyondShown });
const furtherPages = v.object(beyondShown);

function isPage(row: unknown): boolean {
  if (!Array.isArray(row) || row.length !== 4) return false;
  const [url, ...numbers] = row;
  return typeof url === 'string' && numbers.every((value) => typeof value === 'number');
}

/** The counterpart of `packPages`; undefined where not all pages are there, as before they were kept. */
function unpackWholePages({ pages, further }: PackedPages): WholePages | undefined {
  const shown = v.parse(shownPages, unpack(pages));
  const beyond = further ? v.parse(furtherPages, unpack(further)) : { more: [], mixed: [] };
  const all = [...shown.rows, ...shown.more, ...beyond.more];
  if (all.length !== shown.total) return undefined;
  const totals = all.flatMap(([url, keywords, traffic, withVolume]) => {
    const key = pageKey(url);
    return key === undefined ? [] : [[key, { key, url, keywords, traffic, withVolume }] as const];
  });
  return { pages: new Map(totals), mixed: new Set([...shown.mixed, ...beyond.mixed]) };
}

export interface CountedRows extends WholePages {
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
}

export const noRows: CountedRows = {
  summary: createDomainTally().summary(),
  pages: new Map(),
  mixed: new Set(),
  keywords: noKeywords,
};

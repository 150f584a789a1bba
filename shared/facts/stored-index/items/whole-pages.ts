import * as v from 'valibot';
import { type DomainSummary, keptPages, type PageTotal } from './domain-summary.ts';
import { mostPackedBytes } from './keyword-set.ts';
import { packList, unpack } from './packing.ts';
import { pageKey } from './page-key.ts';

/** All pages of a domain, from which the next count goes on. */
export interface WholePages {
  /** By page key. */
  readonly pages: ReadonlyMap<string, PageTotal>;
  /** Keys of pages that were counted under several addresses. */
  readonly mixed: ReadonlySet<string>;
}

/** Pages packed for a domain's head: those that answers show, and the others where they are too many to lie beside them. */
export interface PackedPages {
  readonly pages: Uint8Array;
  /** Undefined where all lie in `pages`, and where they are too many to be kept at all. */
  readonly further: Uint8Array | undefined;
}

/** Further pages that lie beside the kept ones, so that a domain of some two hundred pages has one list of them. */
const mostBeside = 100;

/** `pages` sorted as answers show them; readers of the first part see the kept ones alone. */
export function packPages(
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
export function unpackWholePages({ pages, further }: PackedPages): WholePages | undefined {
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

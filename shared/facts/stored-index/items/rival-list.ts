import {
  byCloseness,
  closeness,
  closestFirst,
  countRivals,
  keptCompetitors,
  type Rival,
  type RivalList,
  type RivalTotals,
  shownCompetitors,
} from './competitor-ranking.ts';
import type { KeywordSet, Overlap } from './keyword-set.ts';
import { siteOf } from './site.ts';

export interface ChangedListing {
  /** Sites in it now, each at its best position. */
  readonly sites: ReadonlyMap<string, number>;
  /** Sites that were in it before. */
  readonly gone: ReadonlySet<string>;
}

/** Changed listings of a domain by their keywords; those of a large one may be read as they are gone through. */
export interface ChangedListings extends Iterable<readonly [keyword: string, listing: ChangedListing]> {
  has(keyword: string): boolean;
}

export interface CountedSite {
  readonly totals: RivalTotals | null;
  readonly keywords: KeywordSet | undefined;
}

export interface RivalUpdate {
  /** The domain's own site, which is no rival of it. */
  readonly ownRoot: string;
  readonly keywords: KeywordSet;
  readonly ownTotals: { readonly keywords: number; readonly at: number; readonly samples: number };
  readonly known: RivalList | undefined;
  readonly changed: ChangedListings;
  /**
   * Whether every site of the changed listings is compared, of keywords that the domain lost as well: the list
   * so far may lack one that an old state of it had nothing in common with.
   */
  readonly comparesAgain?: boolean | undefined;
  /** Totals of a site, which may be newer than those in the list; null where unknown. */
  totalsOf(root: string): RivalTotals | null;
  /** What the keywords have in common with those of some sites; those that share none may be left out. */
  overlapsWith(roots: ReadonlySet<string>): ReadonlyMap<string, Overlap>;
}

/**
 * Rivals beyond those kept whose whole sets are compared: of all sites in the
 * changed listings those that look closest by what changed.
 */
const mostCompared = 300;

/**
 * How a list of rivals stands after listings changed. Only sites in these can
 * share more or fewer keywords than before, so only they are counted again,
 * and each over all keywords of both. Where there is no list and every keyword
 * of the domain is among the changed ones, the listings themselves tell all; a
 * list may hold what another writer changed in them since.
 */
export function updatedRivals(update: RivalUpdate): RivalList {
  const { ownRoot, ownTotals, known } = update;
  const base = {
    keywords: ownTotals.keywords,
    at: ownTotals.at,
    isSample: ownTotals.samples > 0,
  };
  if (!known && coversAll(update)) {
    const rivals = countRivals(ownRoot, sitesOfListings(update)).map((rival) => ({
      ...rival,
      totals: update.totalsOf(rival.domain),
    }));
    return { ...base, ...cut(rivals, 0, false) };
  }
  const { compared, isAll, left } = toCompare(update);
  const unchanged = (known?.rivals ?? [])
    .filter(({ domain }) => !compared.has(domain))
    .map(({ domain, shared, positionSum, share, totals }) => ({
      domain,
      shared,
      positionSum,
      share,
      totals: update.totalsOf(domain) ?? totals,
    }));
  const counted = comparedRivals(update, compared);
  const floor = Math.max(known?.floor ?? 0, left);
  return { ...base, ...cut([...unchanged, ...counted], floor, !isAll || known?.total === null) };
}

/** Whether listings changed for all keywords of the domain. */
export function coversAll({ keywords, changed }: Pick<RivalUpdate, 'keywords' | 'changed'>): boolean {
  return keywords.share === 1 && keywords.places.keys().every((keyword) => changed.has(keyword));
}

/**
 * Whether the list must be found anew in the domain's listings: there is none,
 * or so many have gone that one which was not kept may be closer than one shown.
 */
export function mustBeFound(list: RivalList | undefined): boolean {
  if (!list) return true;
  if (list.total !== null) return false;
  return list.rivals.filter((rival) => closeness(rival) >= list.floor).length < shownCompetitors;
}

interface Compared {
  readonly compared: ReadonlySet<string>;
  readonly isAll: boolean;
  /** How close the closest of those left out looks. */
  readonly left: number;
}

function toCompare(update: RivalUpdate): Compared {
  const { ownRoot, totalsOf } = update;
  const kept = touchedSites(update);
  const candidates = countRivals(ownRoot, sitesOfListings(update));
  if (candidates.length <= mostCompared)
    return { compared: new Set([...kept, ...candidates.map(({ domain }) => domain)]), isAll: true, left: 0 };
  const ranked = candidates.map((rival) => ({ ...rival, totals: totalsOf(rival.domain) })).sort(byCloseness);
  const next = ranked[mostCompared];
  return {
    compared: new Set([...kept, ...ranked.slice(0, mostCompared).map(({ domain }) => domain)]),
    isAll: false,
    left: next ? closeness(next) : 0,
  };
}

/** Sites in the changed listings of the domain's keywords, one listing after another. */
function* sitesOfListings({
  keywords,
  changed,
}: Pick<RivalUpdate, 'keywords' | 'changed'>): Generator<ReadonlyMap<string, number>> {
  for (const [keyword, { sites }] of changed) if (keywords.places.has(keyword)) yield sites;
}

/** Sites that stand, or stood, in a changed listing: rivals in the list or, where all are compared again, any. */
function touchedSites({ ownRoot, known, changed, comparesAgain }: RivalUpdate): string[] {
  const touched = new Set<string>();
  for (const [, { sites, gone }] of changed) for (const root of [...sites.keys(), ...gone]) touched.add(root);
  // What a dead writer left may be of a subdomain, which is no rival of its own.
  if (comparesAgain) return [...touched].filter((site) => site !== ownRoot && siteOf(site).root === site);
  return (known?.rivals ?? []).map(({ domain }) => domain).filter((domain) => touched.has(domain));
}

function comparedRivals({ overlapsWith, totalsOf }: RivalUpdate, roots: ReadonlySet<string>): Rival[] {
  const overlaps = [...overlapsWith(roots)].filter(([, { found }]) => found > 0);
  return overlaps.map(([domain, { found: shared, positionSum, share }]) => ({
    domain,
    shared,
    positionSum,
    share,
    totals: totalsOf(domain),
  }));
}

function cut(rivals: readonly Rival[], floor: number, isPartial: boolean) {
  const sorted = closestFirst(rivals);
  const next = sorted[keptCompetitors];
  return {
    rivals: sorted.slice(0, keptCompetitors),
    total: isPartial || next ? null : sorted.length,
    floor: Math.max(floor, next ? closeness(next) : 0),
  };
}

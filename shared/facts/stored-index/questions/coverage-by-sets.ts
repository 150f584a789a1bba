import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { KeywordCoverage } from '#shared/facts/ports/search-index.ts';
import { domainPartition, keywordPartition, stateSort } from '../items/keys.ts';
import { domainsOf, keywordFacts } from '../items/keyword-facts.ts';
import type { KeywordSet, Place } from '../items/keyword-set.ts';
import { readState } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';
import {
  byPosition,
  byVolume,
  gapRow,
  isGap,
  type KeywordPositions,
  losingRows,
  type RivalRows,
  sideBySide,
  strongRows,
} from './coverage-rows.ts';
import { headKeys, headKeywords, readHead } from './domain-head.ts';

export interface Comparison {
  readonly domain: string;
  readonly rivals: readonly string[];
  readonly market: Market;
  readonly limit: number;
}

/** The whole keyword sets of some domains; undefined where one of them is not known whole. */
export async function wholeSets(
  table: IndexReader,
  market: Market,
  domains: readonly string[],
): Promise<ReadonlyMap<string, KeywordSet> | undefined> {
  const items = await table.getMany(domains.flatMap((domain) => headKeys(domainPartition(market, domain))));
  const sets = domains.map((_, index) => {
    const parts = items.slice(index * 2, index * 2 + 2).filter((item) => item !== undefined);
    return parts.length === 0
      ? { share: 1, places: new Map<string, Place>() }
      : headKeywords(readHead(parts));
  });
  const whole = sets.filter((set) => set !== undefined && set.share === 1);
  if (whole.length < domains.length) return undefined;
  return new Map(domains.flatMap((domain, index) => (sets[index] ? [[domain, sets[index]]] : [])));
}

/**
 * Gaps, losing and strong keywords counted over all keywords of all domains. Of the
 * rows that are shown, those that lie among the rows already read need no
 * further read; the others are read from each keyword's own listing.
 */
export async function coverageBySets(
  table: IndexReader,
  { domain, rivals, market, limit }: Comparison,
  sets: ReadonlyMap<string, KeywordSet>,
  read: { readonly target: RivalRows['postings']; readonly others: readonly RivalRows[] },
): Promise<KeywordCoverage> {
  const { gaps, losing, strong } = split(
    sets.get(domain),
    rivals.flatMap((rival) => sets.get(rival) ?? []),
  );
  const shown = [gaps, losing, strong].flatMap((found) => found.slice(0, limit));
  const known = new Map(sideBySide(read.target, read.others).map((row) => [row.keyword, row]));
  const isComplete = ({ keyword, isOwn, ranked }: Found) => {
    const row = known.get(keyword);
    return row !== undefined && row.rivals.length === ranked && (row.target !== undefined) === isOwn;
  };
  const open = shown.filter((found) => !isComplete(found)).map(({ keyword }) => keyword);
  for (const row of await fromListings(table, { domain, rivals, market }, open)) known.set(row.keyword, row);
  const rowsOf = (found: readonly Found[]) =>
    found
      .slice(0, limit)
      .flatMap(({ keyword }) => known.get(keyword) ?? [])
      .sort(byVolume);
  return {
    gaps: { rows: rowsOf(gaps).filter(isGap).map(gapRow), total: gaps.length },
    losing: { rows: rowsOf(losing).flatMap(losingRows), total: losing.length },
    strong: { rows: rowsOf(strong).flatMap(strongRows), total: strong.length },
  };
}

/** A keyword of the rivals. */
interface Found {
  readonly keyword: string;
  readonly volume: number | null;
  readonly isOwn: boolean;
  /** How many of the rivals rank for it. */
  readonly ranked: number;
}

/** Each keyword of the rivals with the best of their places. */
function bestOf(rivals: readonly KeywordSet[]) {
  const best = new Map<string, { position: number; ranked: number; volume: number | null }>();
  for (const { places } of rivals) {
    for (const [keyword, { position, volume }] of places) {
      const known = best.get(keyword);
      best.set(keyword, {
        position: Math.min(known?.position ?? position, position),
        ranked: (known?.ranked ?? 0) + 1,
        volume,
      });
    }
  }
  return best;
}

function split(target: KeywordSet | undefined, rivals: readonly KeywordSet[]) {
  const gaps: Found[] = [];
  const losing: Found[] = [];
  const strong: Found[] = [];
  for (const [keyword, { position, ranked, volume }] of bestOf(rivals)) {
    const own = target?.places.get(keyword);
    if (!own) gaps.push({ keyword, volume, isOwn: false, ranked });
    else (position < own.position ? losing : strong).push({ keyword, volume, isOwn: true, ranked });
  }
  return {
    gaps: gaps.sort(mostSearched),
    losing: losing.sort(mostSearched),
    strong: strong.sort(mostSearched),
  };
}

function mostSearched(a: Found, b: Found): number {
  return (b.volume ?? -1) - (a.volume ?? -1) || (a.keyword < b.keyword ? -1 : 1);
}

/** Where the domains stand, from each keyword's own listing. */
export async function fromListings(
  table: IndexReader,
  { domain, rivals, market }: Omit<Comparison, 'limit'>,
  keywords: readonly string[],
): Promise<readonly KeywordPositions[]> {
  const keys = keywords.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort }));
  const [items, findIntent] = await Promise.all([table.getMany(keys), loadIntents()]);
  return items.flatMap((item, index): KeywordPositions[] => {
    if (!item) return [];
    const { state } = readState(item);
    const keyword = keywords[index] ?? '';
    const placeOf = (name: string) => state.rows.find((row) => domainsOf(row).includes(name));
    const placements = rivals.flatMap((rival) => {
      const row = placeOf(rival);
      return row ? [{ competitor: rival, position: row.position, url: row.url }] : [];
    });
    const facts = keywordFacts(keyword, state, findIntent);
    return [{ keyword, facts, target: placeOf(domain), rivals: placements.sort(byPosition) }];
  });
}

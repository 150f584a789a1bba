import type { CoverageEstimate } from '#shared/facts/ports/search-index.ts';
import { readRow } from '#shared/facts/stored-index/items/index-items.ts';
import type { Market } from '../../ports/fact.ts';
import { domainPartition, rowPrefix } from '../items/keys.ts';
import { type KeywordSet, mostKeywordsInSet, noKeywords, type Place, within } from '../items/keyword-set.ts';
import { unpackPosting } from '../items/posting.ts';
import { type IndexReader, partsOf } from '../table/index-reads.ts';
import { headKeys, headKeywords, readHead } from './domain-head.ts';

export interface Size {
  readonly domain: string;
  /** Undefined or null where it is not known. */
  readonly keywords: number | null | undefined;
}

/** Keywords of all sites together that are read for one comparison. */
const mostRowsRead = 400_000;

/**
 * The whole keyword sets of some domains. A larger domain keeps a part of its
 * set, which tells nothing here: its rows are read, about a unit for each sixty.
 * Undefined where they are too many, or a count is not known.
 */
export async function wholeSets(
  table: IndexReader,
  market: Market,
  sizes: readonly Size[],
  mostKeywords: number,
): Promise<ReadonlyMap<string, KeywordSet> | undefined> {
  const isLarge = ({ keywords }: Size) => (keywords ?? 0) > mostKeywordsInSet;
  const toRead = sizes.filter(isLarge).reduce((sum, { keywords }) => sum + (keywords ?? 0), 0);
  const mayCount = sizes.every(({ keywords }) => typeof keywords === 'number' && keywords <= mostKeywords);
  if (!mayCount || toRead > mostRowsRead) return undefined;
  const kept = await keptSets(
    table,
    market,
    sizes.filter((size) => !isLarge(size)),
  );
  const whole = new Map(kept.flatMap(({ domain, set }) => (set?.share === 1 ? [[domain, set]] : [])));
  const open = sizes.map(({ domain }) => domain).filter((domain) => !whole.has(domain));
  for (const domain of open) whole.set(domain, await setOfRows(table, market, domain));
  return whole;
}

/** The sets that lie beside the totals of domains; undefined where one is not kept. */
async function keptSets(table: IndexReader, market: Market, sizes: readonly Size[]) {
  const items = await table.getMany(sizes.flatMap(({ domain }) => headKeys(domainPartition(market, domain))));
  return sizes.map((size, index) => {
    const parts = items.slice(index * 2, index * 2 + 2).filter((item) => item !== undefined);
    return { ...size, set: parts.length === 0 ? noKeywords : headKeywords(readHead(parts)) };
  });
}

async function setOfRows(table: IndexReader, market: Market, domain: string): Promise<KeywordSet> {
  const places = new Map<string, Place>();
  const pk = domainPartition(market, domain);
  for await (const { items } of partsOf(table, { pk, prefix: rowPrefix }))
    for (const item of items) {
      const { keyword, d } = readRow(item);
      const { position, volume } = unpackPosting(d, keyword, domain);
      places.set(keyword, { position, volume });
    }
  return { share: 1, places };
}

/**
 * How many keywords are gaps, losing or strong, from the share of all keywords
 * that every one of the domains keeps; the first is the one that is compared.
 * What is found is brought up to the keywords that all of them have together,
 * which are known (a ratio estimate). Undefined where a set or a count is not known.
 */
export async function estimatedCounts(
  table: IndexReader,
  market: Market,
  sizes: readonly Size[],
): Promise<CoverageEstimate | undefined> {
  const kept = await keptSets(table, market, sizes);
  const known = kept.flatMap(({ keywords, set }) =>
    set && typeof keywords === 'number' ? [{ keywords, set }] : [],
  );
  const share = Math.min(...known.map(({ set }) => set.share));
  const [target, ...rivals] = known.map(({ set }) => within(set, share));
  if (!target || known.length < kept.length) return undefined;
  const [own = 0, ...others] = known.map(({ keywords }) => keywords);
  const ofRivals = sum(others);
  const found = splitSets(target, rivals);
  const sampled = target.places.size + sum(rivals.map(({ places }) => places.size));
  const sample = { ...found, share, scale: sampled === 0 ? 0 : (own + ofRivals) / sampled, target };
  const [losing, strong] = [found.losing.length, found.strong.length];
  const shared = Math.min(Math.round((losing + strong) * sample.scale), own, ofRivals);
  const more = Math.round((shared * Math.max(losing, strong)) / Math.max(1, losing + strong));
  // Of one rival all keywords are known: what is not shared is a gap.
  const gaps = Math.min(Math.round(found.gaps.length * sample.scale), ofRivals - shared);
  const isOne = others.length === 1;
  const ofShared = marginOf(sample, [...found.losing, ...found.strong]);
  return {
    compared: found.gaps.length + losing + strong,
    gaps: {
      keywords: isOne ? ofRivals - shared : gaps,
      margin: isOne ? ofShared : marginOf(sample, found.gaps),
    },
    losing: { keywords: losing > strong ? more : shared - more, margin: marginOf(sample, found.losing) },
    strong: { keywords: losing > strong ? shared - more : more, margin: marginOf(sample, found.strong) },
  };
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

interface Sample extends ReturnType<typeof splitSets> {
  readonly share: number;
  readonly scale: number;
  readonly target: KeywordSet;
}

/** Of nothing found, three in the sample are the most that could be missed in 95 of 100 cases. */
const ofNoneFound = 2.4;

/** Half the width of the 95% interval of a ratio estimate: 1.96 standard errors of what keywords differ from the mean of their sites. */
function marginOf({ gaps, losing, strong, share, scale, target }: Sample, counted: readonly Found[]): number {
  const isCounted = new Set(counted);
  const all = [...gaps, ...losing, ...strong];
  const sites = all.map(({ ranked, isOwn }) => ranked + Number(isOwn));
  const alone = target.places.size - losing.length - strong.length;
  const ratio = counted.length / Math.max(1, sum(sites) + alone);
  const squares = all.map((found, at) => (Number(isCounted.has(found)) - ratio * (sites[at] ?? 0)) ** 2);
  const variance = sum(squares) + alone * ratio ** 2 + ofNoneFound;
  return Math.ceil(1.96 * scale * Math.sqrt((1 - share) * variance));
}

export interface Found {
  readonly keyword: string;
  readonly volume: number | null;
  readonly isOwn: boolean;
  readonly ranked: number;
}

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

/** The keywords of rivals by where the target stands, most searched first. */
export function splitSets(target: KeywordSet | undefined, rivals: readonly KeywordSet[]) {
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

import { readState } from '#shared/facts/stored-index/items/index-items.ts';
import { type Market, marketKey } from '../../ports/fact.ts';
import {
  bestPlaces,
  packRivals,
  type RivalList,
  type RivalTotals,
  unpackRivals,
} from '../items/competitor-ranking.ts';
import type { DomainSummary } from '../items/domain-summary.ts';
import { domainPartition, keywordPartition, stateSort } from '../items/keys.ts';
import { type KeywordSet, type Overlap, overlapOf } from '../items/keyword-set.ts';
import {
  type ChangedListings,
  type CountedSite,
  coversAll,
  mustBeFound,
  updatedRivals,
} from '../items/rival-list.ts';
import { siteOf } from '../items/site.ts';
import { headKeys, headKeywords, readHead } from '../questions/domain-head.ts';
import type { IndexTable } from '../table/index-table.ts';
import type { TouchedDomain } from './touched-domain.ts';

interface RivalQuestion {
  readonly touched: TouchedDomain;
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  readonly known: Uint8Array | undefined;
}

/** Keywords of sites that were read and not counted, remembered from one batch to the next; emptied when full. */
const mostRemembered = 400_000;

export type RivalLists = ReturnType<typeof createRivalLists>;

/** Lists of rivals, made while domains are counted; what several domains need is read once. */
export function createRivalLists(table: IndexTable) {
  const counted = new Map<string, SitesOfMarket>();
  const read = new Map<string, CountedSite>();
  let remembered = 0;
  const forgetRead = () => {
    read.clear();
    remembered = 0;
  };
  const countedIn = (market: Market): SitesOfMarket => {
    const key = marketKey(market);
    const known = counted.get(key) ?? { sites: new Map(), overlaps: createOverlapIndex() };
    counted.set(key, known);
    return known;
  };
  /** Those of the sites that were not counted, by partition; held apart, since another batch may empty what is remembered. */
  const readSites = async (questions: readonly OpenQuestion[]): Promise<ReadonlyMap<string, CountedSite>> => {
    if (remembered > mostRemembered) forgetRead();
    const open = [...new Set(questions.flatMap((question) => sitesToRead(question, countedIn)))];
    const known = open.flatMap((pk) => {
      const site = read.get(pk);
      return site ? [[pk, site] as const] : [];
    });
    const missing = open.filter((pk) => !read.has(pk));
    const found = await storedSites(table, missing);
    for (const [pk, site] of found) {
      read.set(pk, site);
      remembered += 1 + (site.keywords?.places.size ?? 0);
    }
    return new Map([...known, ...found]);
  };
  return {
    /** What was just counted, before it is written. */
    remember(
      { market, domain }: TouchedDomain,
      { keywords: count, traffic, withVolume }: RivalTotals,
      keywords: KeywordSet,
    ): void {
      const { sites, overlaps } = countedIn(market);
      sites.set(domain, { totals: { keywords: count, traffic, withVolume }, keywords });
      overlaps.put(domain, keywords);
    },
    /** All that was counted and read; another writer may have changed it since. */
    forget(): void {
      counted.clear();
      forgetRead();
    },
    /** For each domain the packed list of the sites that rank for its keywords. */
    async packed(questions: readonly RivalQuestion[]): Promise<readonly Uint8Array[]> {
      const open = await Promise.all(questions.map((question) => opened(table, question)));
      const others = await readSites(open);
      return open.map((question) =>
        packRivals(rivalsOf(question, countedIn(question.touched.market), others)),
      );
    },
  };
}

interface SitesOfMarket {
  readonly sites: Map<string, CountedSite>;
  readonly overlaps: OverlapIndex;
}

function rivalsOf(
  { touched, summary, keywords, list, changed }: OpenQuestion,
  { sites, overlaps }: SitesOfMarket,
  others: ReadonlyMap<string, CountedSite>,
): RivalList {
  // To make the key takes longer than to look it up, and mostly nothing had to be read.
  const readSite = (root: string) =>
    others.size === 0 ? undefined : others.get(domainPartition(touched.market, root));
  return updatedRivals({
    ownRoot: siteOf(touched.domain).root,
    keywords,
    ownTotals: summary,
    known: list,
    changed,
    comparesAgain: touched.comparesAgain,
    totalsOf: (root) => (sites.get(root) ?? readSite(root))?.totals ?? null,
    overlapsWith(roots) {
      const read = [...roots].flatMap((root) => {
        const set = sites.has(root) ? undefined : readSite(root)?.keywords;
        return set ? [[root, overlapOf(keywords, set)] as const] : [];
      });
      return new Map([...overlaps.overlapsOf(touched.domain, roots), ...read]);
    },
  });
}

interface OpenQuestion extends RivalQuestion {
  readonly list: RivalList | undefined;
  readonly changed: ChangedListings;
}

/** The list to go on from, or, where it must be found anew, all listings that tell it. */
async function opened(table: IndexTable, question: RivalQuestion): Promise<OpenQuestion> {
  const { touched, keywords, known } = question;
  const { changed } = touched;
  const list = known && unpackRivals(known);
  if (list ? !mustBeFound(list) : coversAll({ keywords, changed })) return { ...question, list, changed };
  const found = await listingsOf(table, touched.market, keywords);
  return { ...question, list: undefined, changed: new Map([...changed, ...found]) };
}

/** Partitions of the sites in the changed listings that were not counted. */
function sitesToRead(
  { touched: { market }, changed }: OpenQuestion,
  countedIn: (market: Market) => SitesOfMarket,
): string[] {
  const { sites: counted } = countedIn(market);
  const roots = new Set([...changed].flatMap(([, { sites, gone }]) => [...sites.keys(), ...gone]));
  return [...roots].filter((root) => !counted.has(root)).map((root) => domainPartition(market, root));
}

/** Totals and keywords of sites as they are stored, by partition. */
async function storedSites(
  table: IndexTable,
  partitions: readonly string[],
): Promise<readonly (readonly [string, CountedSite])[]> {
  if (partitions.length === 0) return [];
  const items = await table.getMany(partitions.flatMap(headKeys), true);
  return partitions.map((pk, index) => {
    const head = readHead(items.slice(index * 2, index * 2 + 2).filter((item) => item !== undefined));
    return [pk, { totals: head.record?.summary ?? null, keywords: headKeywords(head) }];
  });
}

/** Listings that are read to find a domain's rivals anew: of its most searched keywords. */
const mostListings = 2_000;

async function listingsOf(table: IndexTable, market: Market, set: KeywordSet): Promise<ChangedListings> {
  const keywords = [...set.places]
    .sort(([a, one], [b, other]) => (other.volume ?? -1) - (one.volume ?? -1) || (a < b ? -1 : 1))
    .slice(0, mostListings)
    .map(([keyword]) => keyword);
  const items = await table.getMany(
    keywords.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort })),
  );
  return new Map(
    keywords.flatMap((keyword, index) => {
      const item = items[index];
      return item ? [[keyword, { sites: bestPlaces(readState(item).state.rows), gone: new Set() }]] : [];
    }),
  );
}

/** A set with numbers for its keywords, the same for all sites. */
interface NumberedSet {
  readonly share: number;
  readonly keywords: Int32Array;
  readonly positions: Int32Array;
}

/** Those who have a keyword lie side by side, from `starts` of its number to that of the next. */
interface Layout {
  readonly starts: Int32Array;
  readonly sites: Int32Array;
  readonly positions: Int32Array;
  readonly shares: readonly number[];
  readonly placeOf: ReadonlyMap<string, number>;
}

type OverlapIndex = ReturnType<typeof createOverlapIndex>;

/**
 * The keyword sets of many sites, laid out by keyword: what one set has in
 * common with all of them is counted in one pass over its keywords and those
 * who share them, instead of one for each pair of sites.
 */
export function createOverlapIndex() {
  const numbers = new Map<string, number>();
  const sets = new Map<string, NumberedSet>();
  let layout: Layout | undefined;
  const numberOf = (keyword: string): number => {
    const known = numbers.get(keyword);
    if (known !== undefined) return known;
    numbers.set(keyword, numbers.size);
    return numbers.size - 1;
  };
  return {
    /** Takes in the keywords of a site, in the place of those that were known. */
    put(site: string, { share, places }: KeywordSet): void {
      layout = undefined;
      sets.set(site, {
        share,
        keywords: Int32Array.from(places.keys(), numberOf),
        positions: Int32Array.from(places.values(), ({ position }) => position),
      });
    },
    /** What a site has in common with each of some others; without those that were not put in. */
    overlapsOf(site: string, others: Iterable<string>): ReadonlyMap<string, Overlap> {
      const own = sets.get(site);
      if (!own) return new Map();
      layout ??= laidOut(sets, numbers.size);
      const { placeOf, shares } = layout;
      const { found, positionSums } = counted(layout, own);
      const overlaps = new Map<string, Overlap>();
      for (const other of others) {
        const place = placeOf.get(other);
        if (place === undefined) continue;
        overlaps.set(other, {
          found: at(found, place),
          positionSum: at(positionSums, place),
          share: Math.min(own.share, at(shares, place)),
        });
      }
      return overlaps;
    },
  };
}

function laidOut(sets: ReadonlyMap<string, NumberedSet>, keywords: number): Layout {
  const starts = startsOf(sets, keywords);
  const free = starts.slice();
  const sites = new Int32Array(at(starts, keywords));
  const positions = new Int32Array(sites.length);
  for (const [site, set] of [...sets.values()].entries())
    for (const [index, keyword] of set.keywords.entries()) {
      const place = at(free, keyword);
      add(free, keyword, 1);
      sites[place] = site;
      positions[place] = at(set.positions, index);
    }
  const shares = [...sets.values()].map(({ share }) => share);
  const placeOf = new Map([...sets.keys()].map((site, place) => [site, place]));
  return { starts, sites, positions, shares, placeOf };
}

/** Where those who have each keyword begin, one more than there are keywords. */
function startsOf(sets: ReadonlyMap<string, NumberedSet>, keywords: number): Int32Array {
  const starts = new Int32Array(keywords + 1);
  for (const set of sets.values()) for (const keyword of set.keywords) add(starts, keyword + 1, 1);
  for (let keyword = 0; keyword < keywords; keyword += 1) add(starts, keyword + 1, at(starts, keyword));
  return starts;
}

/** By the sites' places, the keywords that they share with a set and their positions on these, added up. */
function counted({ starts, sites, positions, shares }: Layout, { keywords }: NumberedSet) {
  const found = new Uint32Array(shares.length);
  const positionSums = new Float64Array(shares.length);
  for (const keyword of keywords) {
    const end = at(starts, keyword + 1);
    for (let place = at(starts, keyword); place < end; place += 1) {
      const site = at(sites, place);
      add(found, site, 1);
      add(positionSums, site, at(positions, place));
    }
  }
  return { found, positionSums };
}

type Numbers = Int32Array | Uint32Array | Float64Array;

function at(numbers: Numbers | readonly number[], index: number): number {
  return numbers[index] ?? 0;
}

function add(numbers: Numbers, index: number, more: number): void {
  numbers[index] = at(numbers, index) + more;
}

import type { KeywordSet, Overlap } from '../items/keyword-set.ts';

/** A set with numbers for its keywords, the same for all sites. */
interface NumberedSet {
  readonly share: number;
  readonly keywords: Int32Array;
  readonly positions: Int32Array;
}

/** Those who have a keyword lie side by side, from `starts` of its number to that of the next. */
interface Layout {
  readonly starts: Int32Array;
  /** Places of the sites among `shares`. */
  readonly sites: Int32Array;
  readonly positions: Int32Array;
  readonly shares: readonly number[];
  readonly placeOf: ReadonlyMap<string, number>;
}

export type OverlapIndex = ReturnType<typeof createOverlapIndex>;

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

import { type Market, marketKey } from '#shared/facts/ports/market.ts';
import type { RivalList, RivalTotals } from '../items/competitor-ranking.ts';
import type { DomainSummary } from '../items/domain-summary.ts';
import { domainPartition } from '../items/keys.ts';
import { type KeywordSet, overlapOf } from '../items/keyword-set.ts';
import { packRivals, unpackRivals } from '../items/packed-rivals.ts';
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
import { listingsOf } from './listings-of-domain.ts';
import { createOverlapIndex, type OverlapIndex } from './overlap-index.ts';
import type { TouchedDomain } from './touched-domain.ts';

/** A counted domain whose rivals are asked for. */
export interface RivalQuestion {
  readonly touched: TouchedDomain;
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  /** The packed list so far. */
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

/** Sites that were counted. */
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

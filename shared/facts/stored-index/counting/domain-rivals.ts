import { type Market, marketKey } from '#shared/facts/markets/market.ts';
import { packRivals, type RivalList, type RivalTotals, unpackRivals } from '../items/competitor-ranking.ts';
import type { DomainSummary } from '../items/domain-summary.ts';
import { domainPartition } from '../items/keys.ts';
import type { KeywordSet } from '../items/keyword-set.ts';
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
import type { TouchedDomain } from './touched-domain.ts';

/** A counted domain whose rivals are asked for. */
export interface RivalQuestion {
  readonly touched: TouchedDomain;
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  /** The packed list so far. */
  readonly known: Uint8Array | undefined;
}

/** Lists of rivals, made while domains are counted; what several domains need is read once. */
export interface RivalLists {
  /** What was just counted, before it is written. */
  remember(pk: string, totals: RivalTotals, keywords: KeywordSet): void;
  /** What was read and not counted; another writer may have changed it since. */
  forgetRead(): void;
  /** For each domain the packed list of the sites that rank for its keywords. */
  packed(questions: readonly RivalQuestion[]): Promise<readonly Uint8Array[]>;
}

/** Keywords of sites that were read and not counted, remembered from one batch to the next; emptied when full. */
const mostRemembered = 400_000;

export function createRivalLists(table: IndexTable): RivalLists {
  const counted = new Map<string, CountedSite>();
  const read = new Map<string, CountedSite>();
  let remembered = 0;
  const forgetRead = () => {
    read.clear();
    remembered = 0;
  };
  /** Those of the partitions that were not counted; held apart, since another batch may empty what is remembered. */
  const readSites = async (partitions: readonly string[]): Promise<ReadonlyMap<string, CountedSite>> => {
    if (remembered > mostRemembered) forgetRead();
    const open = [...new Set(partitions)].filter((pk) => !counted.has(pk));
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
  /** Looks sites up by their domains; thousands are asked for in the count of each domain, most of them again and again. */
  const createSiteFinder = (others: ReadonlyMap<string, CountedSite>) => {
    const byMarket = new Map<string, Map<string, CountedSite | 'unknown'>>();
    return (market: Market) => {
      const known = byMarket.get(marketKey(market)) ?? new Map<string, CountedSite | 'unknown'>();
      byMarket.set(marketKey(market), known);
      return (root: string) => {
        let site = known.get(root);
        if (site === undefined) {
          const pk = domainPartition(market, root);
          site = counted.get(pk) ?? others.get(pk) ?? 'unknown';
          known.set(root, site);
        }
        return site === 'unknown' ? undefined : site;
      };
    };
  };
  return {
    remember(pk, { keywords: count, traffic, withVolume }, keywords) {
      counted.set(pk, { totals: { keywords: count, traffic, withVolume }, keywords });
    },
    forgetRead,
    async packed(questions) {
      const open = await Promise.all(questions.map((question) => opened(table, question)));
      const sitesIn = createSiteFinder(await readSites(open.flatMap(sitesToRead)));
      return open.map(({ touched, summary, keywords, list, changed }) => {
        const site = sitesIn(touched.market);
        return packRivals(
          updatedRivals({
            ownRoot: siteOf(touched.domain).root,
            keywords,
            ownTotals: summary,
            known: list,
            changed,
            totalsOf: (root) => site(root)?.totals,
            siteOf: (root) => site(root) ?? unknownSite,
          }),
        );
      });
    },
  };
}

const unknownSite: CountedSite = { totals: null, keywords: undefined };

interface OpenQuestion extends RivalQuestion {
  readonly list: RivalList | undefined;
  readonly changed: ChangedListings;
}

/** The list to go on from, or, where it must be found anew, all listings that tell it. */
async function opened(table: IndexTable, question: RivalQuestion): Promise<OpenQuestion> {
  const { touched, keywords, known } = question;
  const { changed } = touched;
  const list = known && unpackRivals(known);
  if (coversAll({ keywords, changed }) || !mustBeFound(list)) return { ...question, list, changed };
  const found = await listingsOf(table, touched.market, keywords);
  return { ...question, list: undefined, changed: new Map([...changed, ...found]) };
}

function sitesToRead({ touched, changed }: OpenQuestion): string[] {
  const roots = new Set([...changed].flatMap(([, { sites, gone }]) => [...sites.keys(), ...gone]));
  return [...roots].map((root) => domainPartition(touched.market, root));
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

import {
  countRivals,
  keptCompetitors,
  packRivals,
  type Rival,
  type RivalTotals,
  type SeenSite,
  unpackRivals,
} from '../items/competitor-ranking.ts';
import type { DomainSummary } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { domainPartition, type ItemKey, keywordPartition, stateSort, summarySort } from '../items/keys.ts';
import { siteOf } from '../items/site.ts';
import { readState } from '../items/stored-items.ts';
import { totalsOf } from '../questions/domain-questions.ts';
import type { IndexTable } from '../table/index-table.ts';
import type { TouchedDomain } from './touched-domain.ts';

/** A counted domain whose rivals are asked for. */
export interface RivalQuestion {
  readonly touched: Pick<TouchedDomain, 'market' | 'domain'>;
  readonly summary: DomainSummary;
  /** Keywords with the most traffic. */
  readonly sample: readonly string[];
}

/** Lists of rivals, made while domains are counted; what several domains need is read once. */
export interface RivalLists {
  /** Totals that were just counted, before they are written. */
  remember(pk: string, totals: RivalTotals): void;
  /** What was read and not counted; somebody else may have written it since. */
  forgetRead(): void;
  /** For each domain the packed list of the sites beside it in the listings of its best keywords. */
  packed(questions: readonly RivalQuestion[]): Promise<readonly Uint8Array[]>;
  /** A list in which only totals may have changed, with those that were just counted. */
  withNewTotals(touched: Pick<TouchedDomain, 'market'>, list: Uint8Array): Uint8Array;
}

export function createRivalLists(table: IndexTable): RivalLists {
  const counted = new Map<string, RivalTotals>();
  const sites = createSiteNumbers();
  const readSites = createReader(table, {
    read: (item) => (item ? readState(item).state.rows.map(sites.numberOf) : []),
    weightOf: (numbers) => numbers.length,
    onForget: sites.forget,
  });
  const readTotals = createReader(table, { read: totalsOf, weightOf: () => 1, onForget: () => {} });
  return {
    remember(pk, { keywords, traffic, withVolume }) {
      counted.set(pk, { keywords, traffic, withVolume });
    },
    forgetRead() {
      readSites.forget();
      readTotals.forget();
    },
    withNewTotals({ market }, list) {
      const { rivals, ...rest } = unpackRivals(list);
      const totalsNow = ({ domain }: Rival) => counted.get(domainPartition(market, domain));
      if (!rivals.some(totalsNow)) return list;
      return packRivals({
        ...rest,
        rivals: rivals.map((rival) => ({ ...rival, totals: totalsNow(rival) ?? rival.totals })),
      });
    },
    async packed(questions) {
      const sitesOf = await readSites.values(questions.flatMap(sampledStates));
      const found = questions.map((question) => {
        const listings = sampledStates(question).map((key) => sitesOf(key).map(sites.siteOf));
        return countRivals(siteOf(question.touched.domain).root, listings);
      });
      const kept = found.map((rivals) => rivals.slice(0, keptCompetitors));
      const keyOf = ({ touched }: RivalQuestion, { domain }: Rival) => ({
        pk: domainPartition(touched.market, domain),
        sk: summarySort,
      });
      const keys = questions.flatMap((question, index) =>
        (kept[index] ?? []).map((rival) => keyOf(question, rival)),
      );
      const storedTotals = await readTotals.values(keys.filter(({ pk }) => !counted.has(pk)));
      return questions.map((question, index) =>
        packRivals({
          sample: question.sample.length,
          total: found[index]?.length ?? 0,
          at: question.summary.at,
          isSample: question.summary.samples > 0,
          rivals: (kept[index] ?? []).map((rival) => {
            const key = keyOf(question, rival);
            return { ...rival, totals: counted.get(key.pk) ?? storedTotals(key) };
          }),
        }),
      );
    },
  };
}

function sampledStates({ touched, sample }: RivalQuestion): ItemKey[] {
  return sample.map((keyword) => ({ pk: keywordPartition(touched.market, keyword), sk: stateSort }));
}

/** Positions are below this: a site and its position make one number. */
const positionsOfSite = 4_096;

/**
 * Sites of listings as numbers. The best keywords of thousands of domains are
 * a large part of all keywords; of each only this much is kept, so that no
 * listing is read twice in an import.
 */
function createSiteNumbers() {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf({ root, position }: SeenSite): number {
      const known = numbers.get(root) ?? names.push(root) - 1;
      numbers.set(root, known);
      return known * positionsOfSite + Math.min(position, positionsOfSite - 1);
    },
    siteOf(number: number): SeenSite {
      return {
        root: names[Math.floor(number / positionsOfSite)] ?? '',
        position: number % positionsOfSite,
      };
    },
    forget(): void {
      names.length = 0;
      numbers.clear();
    },
  };
}

/** Weight of what is remembered from one round to the next, about 8 bytes each; emptied when full. */
const mostRemembered = 4_000_000;
/** What a value weighs by its key and its place alone. */
const weightOfKey = 10;

interface Reading<Value> {
  read(item: Item | undefined): Value;
  weightOf(value: Value): number;
  /** Called when all values are forgotten. */
  onForget(): void;
}

/** Reads something of each partition, once for all that ask; gives what was read by its key. */
function createReader<Value>(table: IndexTable, { read, weightOf, onForget }: Reading<Value>) {
  const known = new Map<string, Value>();
  let weight = 0;
  const forget = () => {
    known.clear();
    weight = 0;
    onForget();
  };
  return {
    forget,
    async values(keys: readonly ItemKey[]): Promise<(key: ItemKey) => Value> {
      if (weight > mostRemembered) forget();
      const missing = [...new Map(keys.map((key) => [key.pk, key])).values()].filter(
        ({ pk }) => !known.has(pk),
      );
      const items = missing.length > 0 ? await table.getMany(missing) : [];
      for (const [index, { pk }] of missing.entries()) {
        const value = read(items[index]);
        known.set(pk, value);
        weight += weightOfKey + weightOf(value);
      }
      return ({ pk }) => known.get(pk) ?? read(undefined);
    },
  };
}

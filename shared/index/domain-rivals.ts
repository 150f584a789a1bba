import {
  countRivals,
  keptCompetitors,
  packRivals,
  type Rival,
  type RivalTotals,
  type SeenSite,
  unpackRivals,
} from './competitor-ranking.ts';
import { totalsOf } from './domain-questions.ts';
import type { DomainSummary } from './domain-summary.ts';
import type { Item } from './index-items.ts';
import type { IndexTable } from './index-table.ts';
import { domainPartition, type ItemKey, keywordPartition, stateSort, summarySort } from './keys.ts';
import { siteOf } from './site.ts';
import { readState } from './stored-items.ts';
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
  /** For each domain the packed list of the sites beside it in the listings of its best keywords. */
  packed(questions: readonly RivalQuestion[]): Promise<readonly Uint8Array[]>;
  /** A list in which only totals may have changed, with those that were just counted. */
  withNewTotals(touched: Pick<TouchedDomain, 'market'>, list: Uint8Array): Uint8Array;
}

export function createRivalLists(table: IndexTable): RivalLists {
  const counted = new Map<string, RivalTotals>();
  const nameOf = createNames();
  const readSites = createReader(
    table,
    (item) => sitesOfState(item, nameOf),
    (sites) => sites.length,
  );
  const readTotals = createReader(table, totalsOf, () => 1);
  return {
    remember(pk, { keywords, traffic, withVolume }) {
      counted.set(pk, { keywords, traffic, withVolume });
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
      const sitesOf = await readSites(questions.flatMap(sampledStates));
      const found = questions.map((question) => {
        const listings = sampledStates(question).map((key) => sitesOf(key));
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
      const storedTotals = await readTotals(keys.filter(({ pk }) => !counted.has(pk)));
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

/** Of a listing only what rivals are counted from, so that many fit into the memory. */
function sitesOfState(item: Item | undefined, nameOf: (text: string) => string): readonly SeenSite[] {
  return item
    ? readState(item).state.rows.map(({ root, position }) => ({ root: nameOf(root), position }))
    : [];
}

const mostNames = 100_000;

/** One copy of each text: a site is in thousands of listings. Emptied when full. */
function createNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostNames) names.clear();
    names.set(text, text);
    return text;
  };
}

/** Weight of what is remembered from one round to the next; emptied when full. */
const mostRemembered = 500_000;

/** Reads something of each partition, once for all that ask; gives what was read by its key. */
function createReader<Value>(
  table: IndexTable,
  read: (item: Item | undefined) => Value,
  weightOf: (value: Value) => number,
) {
  const known = new Map<string, Value>();
  let weight = 0;
  return async (keys: readonly ItemKey[]): Promise<(key: ItemKey) => Value> => {
    if (weight > mostRemembered) {
      known.clear();
      weight = 0;
    }
    const missing = [...new Map(keys.map((key) => [key.pk, key])).values()].filter(
      ({ pk }) => !known.has(pk),
    );
    const items = missing.length > 0 ? await table.getMany(missing) : [];
    for (const [index, { pk }] of missing.entries()) {
      const value = read(items[index]);
      known.set(pk, value);
      weight += 1 + weightOf(value);
    }
    return ({ pk }) => known.get(pk) ?? read(undefined);
  };
}

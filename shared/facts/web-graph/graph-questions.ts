import type { DomainPopularity, WebGraphAuthority } from '#shared/contract/rows.ts';
import type { Fact, Market } from '../ports/fact.ts';
import type { WebGraph } from '../ports/sources.ts';
import type { GraphHead } from './graph-items.ts';
import { createLinkQuestions } from './graph-links.ts';
import {
  crawledUntil,
  graphFact,
  hasLinksOf,
  linksOfList,
  newestFirst,
  type OpenTable,
  parseRelease,
  provenanceOf,
  untilOf,
} from './loaded-releases.ts';
import { findListed, type OpenList, readDirectory } from './open-lists.ts';

/** Releases that a trend goes back, each half a read unit. */
const trendReleases = 6;

/** Answers from what is loaded. A call asks several questions; they share one read of what there is. */
export function createGraphQuestions(openTable: OpenTable): WebGraph {
  let reading: Promise<readonly OpenList[]> | undefined;
  const lists = () => {
    reading ??= readDirectory(openTable(undefined)).then((directory) => directory.lists);
    return reading;
  };
  const find = async (list: OpenList, domain: string) => ({
    list,
    values: await findListed(openTable(list.table), list, domain),
  });
  const findHead = async (list: OpenList, domain: string) => {
    const head = await linksOfList(openTable, list).head(domain);
    return { list, values: head && valuesOf(head) };
  };
  return {
    ...createLinkQuestions(openTable, lists),
    async authority(domain) {
      const known = await lists();
      const withLinks = newestFirst(known.filter((list) => hasLinksOf(list, domain))).slice(0, trendReleases);
      // A whole release knows every domain of it.
      const isWhole = ({ id }: OpenList) => withLinks.some((list) => list.kind === 'graph' && list.id === id);
      const asked = [
        ...withLinks.map((list) => findHead(list, domain)),
        ...newestFirst(known.filter((list) => list.kind === 'ranks' && !isWhole(list)))
          .slice(0, trendReleases + 1)
          .map((list) => find(list, domain)),
      ];
      // An excerpt of a release has few domains: what an older one knows is no less true.
      const [newest, ...before] = onceByRelease((await Promise.all(asked)).filter(isFound));
      if (!newest) return undefined;
      return graphFact(newest.list, authorityOf(newest.list, newest.values, before));
    },
    async popularity(domain, market) {
      const wanted = (await lists()).filter((list) => isFor(list, market));
      const found = await Promise.all(newestOfEach(wanted).map((list) => find(list, domain)));
      return found.flatMap(({ list, values }) => (values ? [popularityFact(list, values)] : []));
    },
  };
}

interface Found {
  readonly list: OpenList;
  readonly values: readonly (number | null)[];
}

function isFound(place: {
  readonly list: OpenList;
  readonly values: Found['values'] | undefined;
}): place is Found {
  return place.values !== undefined;
}

/** As a list of ranks has them, with the counts behind. */
function valuesOf(head: GraphHead): Found['values'] {
  const { position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains } = head;
  return [position, harmonic, pagerankPosition, null, hosts, referringDomains, linkedDomains];
}

/** Newest first; of a release that two lists have, the one with counts, which stands first. */
function onceByRelease(found: readonly Found[]): readonly Found[] {
  const byRelease = new Map<string, Found>();
  for (const one of found) if (!byRelease.has(one.list.id)) byRelease.set(one.list.id, one);
  return [...byRelease.values()].toSorted((a, b) => (untilOf(a.list) < untilOf(b.list) ? 1 : -1));
}

function authorityOf(
  { id, of }: OpenList,
  values: readonly (number | null)[],
  before: readonly Found[],
): WebGraphAuthority {
  const [position, harmonic, pagerankPosition, , hosts] = numbers(values);
  const release = parseRelease(id);
  return {
    position,
    of,
    percentile: of === null ? null : percentileOf(position, of),
    harmonic,
    pagerank_position: pagerankPosition,
    // Ranks alone do not say who links.
    referring_domains: values[referringAt] ?? null,
    linked_domains: values[linkedAt] ?? null,
    hosts,
    release: id,
    crawled_until: release ? crawledUntil(release) : '',
    trend: before.map(({ list, values: then }) => ({
      release: list.id,
      position: numbers(then)[0],
      referring_domains: then[referringAt] ?? null,
    })),
  };
}

const referringAt = 5;
const linkedAt = 6;

/** Share of the graph's domains that stand behind this one, in percent, never rounded up to 100. */
function percentileOf(position: number, of: number): number {
  return Math.floor(((of - position) / of) * 1_000_000) / 10_000;
}

type Values = readonly [number, number, number, number, number];

function numbers([a, b, c, d, e]: readonly (number | null)[]): Values {
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0];
}

/** Lists of the whole world hold everywhere; those of a country in its markets. */
function isFor({ kind, id }: OpenList, { location }: Market): boolean {
  if (kind === 'majestic') return true;
  if (kind !== 'crux') return false;
  const country = countryOf(id);
  return country === 'global' || country === location.countryIso.toLowerCase();
}

function countryOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}

/** The newest list of Majestic, of the country, and of the world where the country has none. */
function newestOfEach(lists: readonly OpenList[]): readonly OpenList[] {
  const ordered = lists.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const crux = ordered.filter(({ kind }) => kind === 'crux');
  const ofCountry = crux.find(({ id }) => countryOf(id) !== 'global') ?? crux.at(0);
  const majestic = ordered.find(({ kind }) => kind === 'majestic');
  return [ofCountry, majestic].filter((list) => list !== undefined);
}

function popularityFact(list: OpenList, values: readonly (number | null)[]): Fact<DomainPopularity> {
  const { kind, id } = list;
  const [place] = numbers(values);
  if (kind === 'majestic') {
    const value = {
      list: 'majestic',
      country: null,
      band: null,
      position: place,
      month: id.slice(0, 7),
    } as const;
    return {
      value,
      provenance: provenanceOf('popularity_list', `${id}T00:00:00.000Z`, `majestic:${id}`),
      notices: [],
    };
  }
  const country = countryOf(id);
  const month = `${id.slice(-6, -2)}-${id.slice(-2)}`;
  const value = {
    list: 'crux',
    country: country === 'global' ? null : country,
    band: place,
    position: null,
    month,
  } as const;
  return {
    value,
    provenance: provenanceOf('popularity_list', `${month}-01T00:00:00.000Z`, `crux:${id}`),
    notices: [],
  };
}

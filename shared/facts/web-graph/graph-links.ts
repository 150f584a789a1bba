import type { LinkGap, LinkGapRow, ReferringDomainRow } from '../ports/backlink-index.ts';
import type { List } from '../ports/fact.ts';
import type { LinkChanges, LinkedTogether, WebGraph } from '../ports/sources.ts';
import { mostKept } from './graph-items.ts';
import type { GraphLinks, KnownLinks, LinkingDomain } from './graph-release.ts';
import {
  graphFact,
  hasLinksOf,
  linksOfList,
  newestApart,
  newestFirst,
  type OpenTable,
  untilOf,
} from './loaded-releases.ts';
import type { OpenList } from './open-lists.ts';

type LinkQuestions = Pick<WebGraph, 'referringDomains' | 'linkChanges' | 'gap' | 'linkedTogether'>;

/** Rows that are looked for in another release: each may take half a unit. */
const mostCompared = 50;

/** Questions about who links to whom, each answered from one release. */
export function createLinkQuestions(
  openTable: OpenTable,
  lists: () => Promise<readonly OpenList[]>,
): LinkQuestions {
  const withLinksOf = async (domain: string) => (await lists()).filter((list) => hasLinksOf(list, domain));
  return {
    async referringDomains(domain, limit) {
      for (const list of newestFirst(await withLinksOf(domain))) {
        const release = linksOfList(openTable, list);
        const known = await release.links(domain, limit);
        if (!known) continue;
        const rows = await namedRows(release, known.referrers);
        return graphFact(list, { rows: rows.map(referringRow), total: known.head.referringDomains });
      }
      return undefined;
    },
    async linkChanges(domain, limit) {
      const known = await withLinksOf(domain);
      const [list] = newestFirst(known);
      const before = list && newestApart(known, list);
      if (!before) return undefined;
      const compared = Math.min(limit, mostCompared);
      const sides = await Promise.all(
        [list, before].map(async (one) => {
          const release = linksOfList(openTable, one);
          const links = await release.links(domain, mostKept);
          return links && { release, links };
        }),
      );
      const [now, then] = sides;
      return now && then && changesOf(now, then, before, compared);
    },
    async gap({ domain, competitors, limit }) {
      for (const lists of releasesOf(await Promise.all([domain, ...competitors].map(withLinksOf)))) {
        const [list] = lists;
        const known = await Promise.all(
          lists.map((one, at) =>
            one ? linksOfList(openTable, one).links([domain, ...competitors][at] ?? '', mostKept) : undefined,
          ),
        );
        const [target, ...rivals] = known;
        if (!list || rivals.every((rival) => rival === undefined)) continue;
        const release = linksOfList(openTable, list);
        return graphFact(list, await gapOf(release, { competitors, limit, target, rivals }));
      }
      return undefined;
    },
    async linkedTogether(domain, limit) {
      for (const list of newestFirst((await lists()).filter(({ kind }) => kind === 'graph'))) {
        const found = await linkedTogether(linksOfList(openTable, list), domain, limit);
        if (found) return graphFact(list, found);
      }
      return undefined;
    },
  };
}

/** Names of a release that are no domains are left out. */
async function namedRows(
  release: GraphLinks,
  referrers: readonly LinkingDomain[],
): Promise<Required<LinkingDomain>[]> {
  const unnamed = referrers.flatMap(({ domain, position }) => (domain === undefined ? [position] : []));
  const names = await release.names(unnamed);
  return referrers.flatMap(({ position, domain, hosts }) => {
    const row = domain === undefined ? names.get(position) : { domain, hosts: hosts ?? 0 };
    return row && row.domain !== '' ? [{ domain: row.domain, position, hosts: row.hosts }] : [];
  });
}

function referringRow({ domain, position, hosts }: Required<LinkingDomain>): ReferringDomainRow {
  const unknown = { domain_rank: null, backlinks: null, spam_score: null, first_seen: null };
  return { domain, ...unknown, lost: false, position, hosts };
}

interface Side {
  readonly release: GraphLinks;
  readonly links: KnownLinks;
}

async function changesOf(now: Side, then: Side, before: OpenList, limit: number): Promise<LinkChanges> {
  const [added, gone] = await Promise.all([missingIn(then, now, limit), missingIn(now, then, limit)]);
  return { against: before.id, crawled_until: untilOf(before), new: added, not_seen: gone };
}

/** The best referring domains of `from` that the other release does not have. */
async function missingIn(other: Side, from: Side, limit: number) {
  const rows = await namedRows(from.release, from.links.referrers.slice(0, limit));
  const { referrers, isWhole } = other.links;
  const names = new Set(referrers.map(({ domain }) => domain));
  const unnamed = new Set(
    referrers.flatMap(({ domain, position }) => (domain === undefined ? [position] : [])),
  );
  const lastKept = referrers.at(-1)?.position ?? 0;
  const isMissing = async (domain: string) => {
    if (names.has(domain)) return false;
    if (unnamed.size === 0) return isWhole;
    const place = (await other.release.head(domain))?.position;
    if (place === undefined) return true;
    // Behind what is kept of a long list, nobody knows.
    return !unnamed.has(place) && (isWhole || place < lastKept);
  };
  const missing = await Promise.all(rows.map(({ domain }) => isMissing(domain)));
  return rows.flatMap(({ domain, position }, at) => (missing[at] ? [{ domain, position }] : []));
}

/**
 * For each release, newest first, the list that has each of the domains. A
 * whole release has all; of named sites, all must be named.
 */
function releasesOf(byDomain: readonly (readonly OpenList[])[]): readonly (readonly OpenList[])[] {
  const ids = new Set(newestFirst(byDomain.flat()).map(({ id }) => id));
  return [...ids]
    .map((id) =>
      byDomain.map((lists) => {
        const ofRelease = lists.filter((list) => list.id === id);
        return ofRelease.find(({ kind }) => kind === 'graph') ?? ofRelease[0];
      }),
    )
    .map((lists) => lists.filter((list) => list !== undefined))
    .filter((lists) => lists.length === byDomain.length);
}

interface Compared {
  readonly competitors: readonly string[];
  readonly limit: number;
  readonly target: KnownLinks | undefined;
  readonly rivals: readonly (KnownLinks | undefined)[];
}

/** A list that is cut says nothing behind its last row: what is compared ends where the first of them does. */
async function gapOf(release: GraphLinks, compared: Compared): Promise<LinkGap> {
  const { competitors, limit, target, rivals } = compared;
  const all = [target, ...rivals].filter((links) => links !== undefined);
  const end = Math.min(...all.map(endOf));
  const isWhole = end === Number.POSITIVE_INFINITY;
  const linking = linkingRivals(rivals, end);
  // The compared domains' links to each other are no prospects.
  for (const { head } of all) linking.delete(head.position);
  const closed = (target?.referrers ?? []).filter(({ position }) => linking.delete(position)).length;
  const best = [...linking.keys()].sort((a, b) => a - b).slice(0, limit);
  const named = namedOf(all);
  const rows = await namedRows(
    release,
    best.map((position) => named.get(position) ?? { position }),
  );
  return {
    rows: rows.map((row) => gapRow(row, linking.get(row.position) ?? [], competitors)),
    total: isWhole ? linking.size : null,
    filtered: { spam: null, links_to_target: isWhole ? closed : null },
  };
}

/** Which of the rivals each domain links to, by its position. */
function linkingRivals(rivals: Compared['rivals'], end: number): Map<number, number[]> {
  const linking = new Map<number, number[]>();
  for (const [at, rival] of rivals.entries())
    for (const { position } of rival?.referrers ?? [])
      if (position <= end) linking.set(position, [...(linking.get(position) ?? []), at]);
  return linking;
}

/** Referring domains whose names are read already, by position. */
function namedOf(all: readonly KnownLinks[]): ReadonlyMap<number, LinkingDomain> {
  const named = all.flatMap(({ referrers }) => referrers.filter(({ domain }) => domain !== undefined));
  return new Map(named.map((one) => [one.position, one]));
}

function gapRow(
  { domain, position }: Required<LinkingDomain>,
  linked: readonly number[],
  competitors: readonly string[],
): LinkGapRow {
  return {
    referring_domain: domain,
    position,
    domain_rank: null,
    spam_score: null,
    competitors_linked: linked.length,
    links: linked.map((at) => ({ competitor: competitors[at] ?? '', backlinks: null, first_seen: null })),
  };
}

const endOf = ({ isWhole, referrers }: KnownLinks): number =>
  isWhole ? Number.POSITIVE_INFINITY : (referrers.at(-1)?.position ?? 0);

/** Referring domains of which it is read what else they link to: half a unit each at most. */
const mostReferrers = 1_000;
/** Domains with the largest shares, among which the closest are. */
const mostCandidates = 300;
/** What shares one referring domain with another has nothing in common with it. */
const leastShared = 2;

/**
 * Domains that the same domains link to (co-citation). A referrer that links
 * to `n` domains weighs 1 / log2(1 + n); those of the whole web's best-known
 * sites are put in proportion by the root of how many link to them.
 */
async function linkedTogether(
  release: GraphLinks,
  domain: string,
  limit: number,
): Promise<List<LinkedTogether> | undefined> {
  const known = await release.links(domain, mostReferrers);
  if (!known) return undefined;
  const targets = await release.targets(known.referrers.map(({ position }) => position));
  const shares = new Map<number, Share>();
  for (const linked of targets.values()) {
    const weight = 1 / Math.log2(1 + linked.length);
    for (const position of linked) {
      const share = shares.get(position);
      if (share) {
        share.weight += weight;
        share.count += 1;
      } else shares.set(position, { position, weight, count: 1 });
    }
  }
  shares.delete(known.head.position);
  const candidates = [...shares.values()]
    .filter(({ count }) => count >= leastShared)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .slice(0, mostCandidates);
  const names = await release.names(candidates.map(({ position }) => position));
  const scored = candidates
    .flatMap(({ position, weight, count }) => {
      const row = names.get(position);
      if (!row || row.domain === '') return [];
      return [{ ...row, position, count, score: weight / Math.sqrt(row.referringDomains) }];
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const best = scored[0]?.score ?? 1;
  return {
    rows: scored.slice(0, limit).map((row) => ({
      domain: row.domain,
      position: row.position,
      shared_referrers: row.count,
      referring_domains: row.referringDomains,
      relevance: Math.round((row.score / best) * 1_000) / 1_000,
    })),
    total: null,
  };
}

interface Share {
  readonly position: number;
  weight: number;
  count: number;
}

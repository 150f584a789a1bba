import {
  type BacklinkIndex,
  byRank,
  type LinkGap,
  type LinkGapQuestion,
  type LinkGapRow,
  type ReferringDomainRow,
} from '#shared/facts/ports/backlink-index.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import { readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { connectionOf, sampleSource } from '../items/index-items.ts';
import { anchorsSort, linkPartition, referringPrefix, summarySort } from '../items/keys.ts';
import {
  type ReferringSite,
  type StoredProfile,
  unpackAnchors,
  unpackProfile,
  unpackSite,
} from '../items/link-items.ts';
import { type IndexReader, partsOf, readFirst } from '../table/index-reads.ts';
import { type Origin, originOf, storedFact, unknownOrigin } from './domain-head.ts';

/** Referring domains read of each rival: the strongest ones. Of the target more, since what it lacks is claimed. */
const rivalWindow = 5_000;
const targetWindow = 20_000;

/** Links as the stored index holds them: also one part of a long list at a time. */
export interface StoredLinks extends BacklinkIndex {
  /** Sites that link to a domain, highest rank first, from the start or behind a sort key. */
  sites(domain: string, from?: string): AsyncIterable<SitesPart>;
}

export interface SitesPart {
  readonly sites: readonly ReferringSite[];
  readonly next: string | undefined;
}

export type LinkPartition = (domain: string) => Promise<string>;
const sharedPartition: LinkPartition = async (domain) => linkPartition(domain);

/** Questions about links between sites: to the shared graph, or to where an account keeps links of its own. */
export function createLinkQuestions(
  table: IndexReader,
  partitionOf: LinkPartition = sharedPartition,
): StoredLinks {
  const readProfile = async (domain: string) => {
    const item = await table.get({ pk: await partitionOf(domain), sk: summarySort });
    return item ? unpackProfile(readPacked(item)) : undefined;
  };
  // A call asks several questions about one site at once; they share one read of its profile.
  const underWay = new Map<string, Promise<StoredProfile | undefined>>();
  const profileOf = (domain: string) => {
    const known = underWay.get(domain);
    if (known !== undefined) return known;
    const reading = readProfile(domain).finally(() => underWay.delete(domain));
    underWay.set(domain, reading);
    return reading;
  };
  return {
    async profile(domain) {
      const stored = await profileOf(domain);
      return answer(domain, stored, stored?.profile ?? null);
    },
    async referringDomains(domain, limit) {
      const [stored, { sites }] = await Promise.all([
        profileOf(domain),
        strongestSites(table, await partitionOf(domain), limit),
      ]);
      const value: List<ReferringDomainRow> = { rows: sites.map(withoutLinks), total: stored?.rows ?? 0 };
      return answer(domain, stored, value);
    },
    async anchors(domain, limit) {
      const [stored, item] = await Promise.all([
        profileOf(domain),
        table.get({ pk: await partitionOf(domain), sk: anchorsSort }),
      ]);
      const anchors = item ? unpackAnchors(readPacked(item)) : [];
      return answer(domain, stored, { rows: anchors.slice(0, limit), total: anchors.length });
    },
    async backlinks(domain, limit) {
      const [stored, { sites }] = await Promise.all([
        profileOf(domain),
        strongestSites(table, await partitionOf(domain), limit),
      ]);
      const rows = sites.flatMap(({ links }) => links).slice(0, limit);
      return answer(domain, stored, { rows, total: stored?.kept ?? 0 });
    },
    gap: (question) => linkGap(table, partitionOf, question),
    async *sites(domain, from) {
      const pk = await partitionOf(domain);
      const after = from === undefined ? undefined : { pk, sk: from };
      for await (const { items, next } of partsOf(table, { pk, prefix: referringPrefix, after }))
        yield { sites: items.map((item) => unpackSite(readPacked(item))), next: next?.sk };
    },
  };
}

function answer<Value>(domain: string, stored: StoredProfile | undefined, value: Value): Fact<Value> {
  const origin = stored ? originOfLinks(stored) : unknownOrigin;
  const nothingKnown = stored
    ? undefined
    : `The stored index has no links to ${domain.slice(0, 100)} yet. That does not prove that there are none.`;
  return storedFact({ value, origin, nothingKnown }, undefined, 'backlink_index');
}

function originOfLinks({ at, source }: StoredProfile): Origin {
  const connection = connectionOf(source);
  return { at, isSample: source === sampleSource, ...(connection !== undefined && { connection }) };
}

interface Sites {
  /** Highest rank first. */
  readonly sites: readonly ReferringSite[];
  readonly isWhole: boolean;
}

async function strongestSites(table: IndexReader, pk: string, limit: number): Promise<Sites> {
  const { items, next } = await readFirst(table, { pk, prefix: referringPrefix }, limit);
  return { sites: items.map((item) => unpackSite(readPacked(item))), isWhole: next === undefined };
}

export function withoutLinks({ links: _, ...row }: ReferringSite): ReferringDomainRow {
  return row;
}

/** Lost links do not count: neither as a rival's nor as the target's. */
async function linkGap(
  table: IndexReader,
  partitionOf: LinkPartition,
  question: LinkGapQuestion,
): Promise<Fact<LinkGap>> {
  const competitors = [...new Set(question.competitors)].filter((name) => name !== question.domain);
  const names = [question.domain, ...competitors];
  const partitions = await Promise.all(names.map(partitionOf));
  const [[own, ...others], profiles] = await Promise.all([
    Promise.all(
      partitions.map((pk, index) => strongestSites(table, pk, index === 0 ? targetWindow : rivalWindow)),
    ),
    Promise.all(partitions.map((pk) => table.get({ pk, sk: summarySort }))),
  ]);
  const linking = new Set(own?.sites.filter(({ lost }) => !lost).map(({ domain }) => domain));
  const rows = rowsByReferring(question.domain, competitors, others);
  const unlinked = rows.filter(
    (row) => !linking.has(row.referring_domain) && (own?.isWhole !== false || isAbove(row, own.sites.at(-1))),
  );
  const linked = rows.filter((row) => linking.has(row.referring_domain)).length;
  const clean = unlinked.filter(({ spam_score }) => (spam_score ?? 0) <= question.maxSpamScore);
  const isWhole = [own, ...others].every((part) => part?.isWhole);
  const value: LinkGap = {
    rows: clean.sort(byRank).slice(0, question.limit),
    total: isWhole ? clean.length : null,
    filtered: { spam: unlinked.length - clean.length, links_to_target: linked },
    isOwn: names.every((name, at) => profiles[at] === undefined || partitions[at] !== linkPartition(name)),
  };
  const known = profiles.flatMap((item) => (item ? [originOfLinks(unpackProfile(readPacked(item)))] : []));
  const unknown = names.filter((_, index) => profiles[index] === undefined);
  const nothingKnown =
    unknown.length > 0
      ? `The stored index holds no links to ${unknown.join(', ').slice(0, 300)}.`
      : undefined;
  if (known.length === 0 || nothingKnown === undefined)
    return storedFact({ value, origin: originOf(known), nothingKnown }, undefined, 'backlink_index');
  const notices = [{ code: 'partial_answer', message: nothingKnown }] as const;
  return storedFact({ value, origin: originOf(known), notices }, undefined, 'backlink_index');
}

/** Whether a site would have been among those read of the target, which are the best ranked ones. */
function isAbove({ domain_rank: rank }: LinkGapRow, last: ReferringSite | undefined): boolean {
  return (rank ?? -1) > (last?.domain_rank ?? -1);
}

/** The compared sites' links to each other are not prospects. */
function rowsByReferring(
  domain: string,
  competitors: readonly string[],
  parts: readonly Sites[],
): LinkGapRow[] {
  const compared = new Set([domain, ...competitors]);
  const rows = new Map<string, LinkGapRow>();
  for (const [index, competitor] of competitors.entries()) {
    for (const site of parts[index]?.sites ?? []) {
      if (site.lost || compared.has(site.domain)) continue;
      const link = { competitor, backlinks: site.backlinks, first_seen: site.first_seen };
      const links = [...(rows.get(site.domain)?.links ?? []), link];
      rows.set(site.domain, {
        referring_domain: site.domain,
        domain_rank: site.domain_rank,
        spam_score: site.spam_score,
        competitors_linked: links.length,
        links,
      });
    }
  }
  return [...rows.values()];
}

import * as v from 'valibot';
import {
  type IndexList,
  type ListPart,
  notAPosition,
  type ReadWholeList,
  type SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import type { LinkGapRow } from '../../ports/backlink-index.ts';
import type { Fact, Market } from '../../ports/fact.ts';
import { keptCompetitors } from '../items/competitor-ranking.ts';
import { pageRowOf, pageTotalsOf } from '../items/domain-summary.ts';
import { domainPartition, referringPrefix, rowPrefix } from '../items/keys.ts';
import { hostOf } from '../items/page-key.ts';
import { keywordAt } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { wholeCoverage } from './coverage-rows.ts';
import { postingParts } from './domain-head.ts';
import { partitionsOfPage } from './domain-questions.ts';
import { type SitesPart, type StoredLinks, withoutLinks } from './link-questions.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';
import { wholeIdeas } from './whole-ideas.ts';

/** More rows than any list has: the index is read until it ends. */
const everyRow = 1_000_000;

/**
 * Whole lists, read without the bounds that keep an answer's cost down: a row
 * is about 150 bytes, so that 50,000 ranked keywords take a thousand read units.
 * Lists that the index holds in their order come a megabyte at a time. Gaps,
 * pages and ideas are brought together and sorted in little memory; what else
 * is worked out is short, and comes at once.
 */
export function createWholeLists(table: IndexReader, index: SearchIndex, links: StoredLinks): ReadWholeList {
  return async function* (list, market, from) {
    checkStart(list, from);
    switch (list.list) {
      case 'ranked-keywords':
        return yield* keywordParts(table, [domainPartition(market, list.domain)], list.domain, from);
      case 'page-keywords':
        return yield* keywordParts(table, partitionsOfPage(list.url, market), hostOf(list.url) ?? '', from);
      case 'top-pages':
        return yield* inParts(wholeTopPages(table, list.domain, market));
      case 'competitors':
        return yield* ofFact(index.competitors(list.domain, market, keptCompetitors));
      case 'seed-competitors':
        return yield* ofFact(index.competitorsForKeywords(list.keywords, market, everyRow));
      case 'keyword-gaps':
      case 'losing-keywords':
      case 'strong-keywords':
        return yield* inParts(wholeCoverage(table, list, market));
      case 'keyword-ideas':
        return yield* inParts(wholeIdeas(table, list, market));
      case 'referring-domains':
        return yield* linkParts(links.sites(list.domain, from), (sites) => sites.map(withoutLinks));
      case 'backlinks':
        return yield* linkParts(links.sites(list.domain, from), (sites) =>
          sites.flatMap((site) => site.links),
        );
      case 'anchors':
        return yield* ofFact(links.anchors(list.domain, everyRow));
      case 'backlink-gaps':
        return yield* inParts(wholeLinkGaps(links, list));
      default:
        return list satisfies never;
    }
  };
}

/** Rows of a list that is never long. */
async function* ofFact(
  fact: Promise<Fact<{ readonly rows: readonly object[] }>>,
): AsyncGenerator<ListPart, undefined> {
  const { value } = await fact;
  yield { rows: value.rows, next: undefined };
  return undefined;
}

async function* linkParts(
  parts: AsyncIterable<SitesPart>,
  rowsOf: (sites: SitesPart['sites']) => readonly object[],
): AsyncGenerator<ListPart, undefined> {
  for await (const { sites, next } of parts) yield { rows: rowsOf(sites), next };
  return undefined;
}

/** Parts of a list that is only read from its start. */
async function* inParts(parts: AsyncIterable<readonly object[]>): AsyncGenerator<ListPart, undefined> {
  for await (const rows of parts) yield { rows, next: undefined };
  return undefined;
}

/** What a position in each list that can be entered in its middle begins with. */
const startPrefixes: Readonly<Partial<Record<IndexList['list'], string>>> = {
  'ranked-keywords': rowPrefix,
  'page-keywords': rowPrefix,
  'referring-domains': referringPrefix,
  backlinks: referringPrefix,
};

/** A position comes from outside; the partition that it is looked up in never does. */
function checkStart({ list }: IndexList, from: string | undefined): void {
  const prefix = startPrefixes[list];
  if (from === undefined || (prefix !== undefined && from.startsWith(prefix))) return;
  throw notAPosition();
}

/** Keywords of the first of some partitions that has any. */
async function* keywordParts(
  table: IndexReader,
  partitions: readonly string[],
  host: string,
  from: string | undefined,
): AsyncGenerator<ListPart, undefined> {
  for (const pk of partitions) {
    let isEmpty = true;
    for await (const { postings, next } of postingParts(table, pk, host, from)) {
      isEmpty &&= postings.length === 0;
      yield { rows: postings.map(keywordAt), next };
    }
    if (!isEmpty) break;
  }
  return undefined;
}

type LinkGapList = Extract<IndexList, { readonly list: 'backlink-gaps' }>;

/** That a host links to one of the compared domains, by its number: 0 is the target. */
const linkTo = v.object({
  to: v.number(),
  rank: v.nullable(v.number()),
  spam: v.nullable(v.number()),
  backlinks: v.nullable(v.number()),
  since: v.nullable(v.string()),
});
type LinkTo = v.InferOutput<typeof linkTo>;

/**
 * Every site that links to rivals and not to the target, best rank first. All
 * linking sites of all compared domains are read once and brought together by
 * host.
 */
export async function* wholeLinkGaps(
  links: Pick<StoredLinks, 'sites'>,
  { domain, competitors, maxSpamScore }: LinkGapList,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  const names = [...new Set([domain, ...competitors])];
  const groups = groupsOf(linksOf(links, names), linkTo, runLength);
  yield* rankedRows(gapsOf(groups, names, maxSpamScore), runLength);
}

/** Lost links do not count, and the compared sites' links to each other are not prospects. */
async function* linksOf(
  links: Pick<StoredLinks, 'sites'>,
  names: readonly string[],
): AsyncGenerator<readonly Member<LinkTo>[]> {
  const compared = new Set(names);
  for (const [to, name] of names.entries())
    for await (const { sites } of links.sites(name))
      yield sites
        .filter(({ domain, lost }) => !lost && !compared.has(domain))
        .map(({ domain, domain_rank: rank, spam_score: spam, backlinks, first_seen: since }) => ({
          group: domain,
          data: { to, rank, spam, backlinks, since },
        }));
}

async function* gapsOf(
  parts: AsyncIterable<readonly Group<LinkTo>[]>,
  names: readonly string[],
  maxSpamScore: number,
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups
      .filter(({ members }) => members.every(({ to }) => to > 0))
      .map((group) => gapRow(group, names))
      .filter(({ spam_score }) => (spam_score ?? 0) <= maxSpamScore)
      .map((row) => ({
        rank: [row.domain_rank ?? -1, row.competitors_linked],
        name: row.referring_domain,
        row,
      }));
}

/** Of a host's figures those that were read last are shown. */
function gapRow({ group, members }: Group<LinkTo>, names: readonly string[]): LinkGapRow {
  const last = members.at(-1);
  return {
    referring_domain: group,
    domain_rank: last?.rank ?? null,
    spam_score: last?.spam ?? null,
    competitors_linked: members.length,
    links: members.map(({ to, backlinks, since }) => ({
      competitor: names[to] ?? '',
      backlinks,
      first_seen: since,
    })),
  };
}

const partialTotal = v.object({
  url: v.string(),
  keywords: v.number(),
  traffic: v.number(),
  withVolume: v.number(),
});
type PartialTotal = v.InferOutput<typeof partialTotal>;

/**
 * Every page of a domain, most traffic first. Only the first ones are kept with
 * a domain; all are added up from its rows, those of each read first, so that
 * a page is brought together from as many totals as there were reads.
 */
export async function* wholeTopPages(
  table: IndexReader,
  domain: string,
  market: Market,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  const groups = groupsOf(totalsOf(table, domain, market), partialTotal, runLength);
  yield* rankedRows(pagesOf(groups), runLength);
}

async function* totalsOf(
  table: IndexReader,
  domain: string,
  market: Market,
): AsyncGenerator<readonly Member<PartialTotal>[]> {
  for await (const { postings } of postingParts(table, domainPartition(market, domain), domain))
    yield pageTotalsOf(postings).map(({ key, ...data }) => ({ group: key, data }));
}

async function* pagesOf(
  parts: AsyncIterable<readonly Group<PartialTotal>[]>,
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups.map(({ members }) => {
      const page = members.reduce(addedUp);
      return { rank: [page.traffic, page.keywords], name: page.url, row: pageRowOf(page) };
    });
}

/** Of several addresses of one page that of its first row is shown. */
function addedUp(a: PartialTotal, b: PartialTotal): PartialTotal {
  return {
    url: a.url,
    keywords: a.keywords + b.keywords,
    traffic: a.traffic + b.traffic,
    withVolume: a.withVolume + b.withVolume,
  };
}

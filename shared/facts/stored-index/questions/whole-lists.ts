import type { Market } from '#shared/facts/markets/market.ts';
import type { Fact } from '#shared/facts/sources/fact.ts';
import { notAPosition } from '#shared/facts/sources/list-position.ts';
import type { SearchIndex } from '#shared/facts/sources/search-index.ts';
import type { IndexList, ListPart, ReadWholeList } from '#shared/facts/sources/whole-list.ts';
import { keptCompetitors } from '../items/competitor-ranking.ts';
import { createDomainTally, pageRowOf } from '../items/domain-summary.ts';
import { domainPartition, referringPrefix, rowPrefix } from '../items/keys.ts';
import { hostOf } from '../items/page-key.ts';
import { keywordAt, type Posting } from '../items/posting.ts';
import { readPosting } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import { partitionsOfPage } from './domain-questions.ts';
import { type SitesPart, type StoredLinks, withoutLinks } from './link-questions.ts';
import { wholeCoverage } from './whole-coverage.ts';

/** More rows than any list has: the index is read until it ends. */
const everyRow = 1_000_000;

/**
 * Whole lists, read without the bounds that keep an answer's cost down: a row
 * is about 150 bytes, so that 50,000 ranked keywords take a thousand read units.
 * Lists that the index holds in their order come a megabyte at a time. Gaps are
 * brought together and sorted in little memory; what else is worked out comes
 * at once.
 */
export function createWholeLists(table: IndexTable, index: SearchIndex, links: StoredLinks): ReadWholeList {
  return async function* (list, market, from) {
    checkStart(list, from);
    switch (list.list) {
      case 'ranked-keywords':
        return yield* keywordParts(table, [domainPartition(market, list.domain)], list.domain, from);
      case 'page-keywords':
        return yield* keywordParts(table, partitionsOfPage(list.url, market), hostOf(list.url) ?? '', from);
      case 'top-pages':
        return yield* atOnce(everyPage(table, list.domain, market));
      case 'competitors':
        return yield* ofFact(index.competitors(list.domain, market, keptCompetitors));
      case 'seed-competitors':
        return yield* ofFact(index.competitorsForKeywords(list.keywords, market, everyRow));
      case 'keyword-gaps':
      case 'losing-keywords':
        return yield* inParts(wholeCoverage(table, list, market));
      case 'keyword-ideas':
        return yield* ofFact(index.keywordIdeas({ ...list, limit: everyRow }, market));
      case 'referring-domains':
        return yield* linkParts(links.sites(list.domain, from), (sites) => sites.map(withoutLinks));
      case 'backlinks':
        return yield* linkParts(links.sites(list.domain, from), (sites) =>
          sites.flatMap((site) => site.links),
        );
      case 'anchors':
        return yield* ofFact(links.anchors(list.domain, everyRow));
      case 'backlink-gaps':
        return yield* ofFact(links.gap({ ...list, limit: everyRow }));
      default:
        return list satisfies never;
    }
  };
}

/** Rows that are worked out and not read in their order. */
async function* atOnce(rows: Promise<readonly object[]>): AsyncGenerator<ListPart, undefined> {
  yield { rows: await rows, next: undefined };
  return undefined;
}

function ofFact(fact: Promise<Fact<{ readonly rows: readonly object[] }>>) {
  return atOnce(fact.then(({ value }) => value.rows));
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
  table: IndexTable,
  partitions: readonly string[],
  host: string,
  from: string | undefined,
): AsyncGenerator<ListPart, undefined> {
  for (const pk of partitions) {
    let isEmpty = true;
    for await (const { postings, next } of rankedParts(table, pk, host, from)) {
      isEmpty &&= postings.length === 0;
      yield { rows: postings.map(keywordAt), next };
    }
    if (!isEmpty) break;
  }
  return undefined;
}

interface PostingsPart {
  readonly postings: readonly Posting[];
  readonly next: string | undefined;
}

async function* rankedParts(
  table: IndexTable,
  pk: string,
  host: string,
  from?: string,
): AsyncGenerator<PostingsPart> {
  let after = from === undefined ? undefined : { pk, sk: from };
  do {
    const range = await table.range({ pk, prefix: rowPrefix, after });
    yield { postings: range.items.map((item) => readPosting(item, host)), next: range.next?.sk };
    after = range.next;
  } while (after);
}

/** Only the first pages are kept with a domain; all of them are added up from its rows, as these are read. */
async function everyPage(table: IndexTable, domain: string, market: Market): Promise<readonly object[]> {
  const tally = createDomainTally();
  for await (const { postings } of rankedParts(table, domainPartition(market, domain), domain))
    for (const posting of postings) tally.add(posting);
  return tally.pages().map(pageRowOf);
}

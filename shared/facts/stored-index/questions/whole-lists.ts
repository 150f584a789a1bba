import type { Fact } from '#shared/facts/ports/fact.ts';
import {
  type IndexList,
  type ListPart,
  notAPosition,
  type ReadWholeList,
  type SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import { keptCompetitors } from '../items/competitor-ranking.ts';
import { domainPartition, referringPrefix, rowPrefix } from '../items/keys.ts';
import { hostOf } from '../items/page-key.ts';
import { keywordAt } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { partitionsOfPage } from './domain-questions.ts';
import { type SitesPart, type StoredLinks, withoutLinks } from './link-questions.ts';
import { postingParts } from './posting-parts.ts';
import { wholeCoverage } from './whole-coverage.ts';
import { wholeIdeas } from './whole-ideas.ts';
import { wholeLinkGaps } from './whole-link-gaps.ts';
import { wholeTopPages } from './whole-top-pages.ts';

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

import type { BacklinkIndex } from '#shared/facts/sources/backlink-index.ts';
import type { SearchIndex } from '#shared/facts/sources/search-index.ts';
import type { ReadWholeList } from '#shared/facts/sources/whole-list.ts';
import { keptCompetitors } from '../items/competitor-ranking.ts';
import { createDomainTally, pageRowOf } from '../items/domain-summary.ts';
import type { IndexTable } from '../table/index-table.ts';
import { rankedPostings } from './domain-questions.ts';

/** More rows than any list has: the index is read until it ends. */
export const everyRow = 1_000_000;

/**
 * Whole lists, read without the bounds that keep an answer's cost down: a row
 * is about 150 bytes, so that 50,000 ranked keywords take a thousand read units.
 */
export function createWholeLists(
  table: IndexTable,
  index: SearchIndex,
  backlinks: BacklinkIndex,
): ReadWholeList {
  return async (list, market) => {
    switch (list.list) {
      case 'ranked-keywords':
        return (await index.rankedKeywords({ domain: list.domain }, market, everyRow)).value.rows;
      case 'page-keywords':
        return (await index.rankedKeywords({ url: list.url }, market, everyRow)).value.rows;
      case 'top-pages':
        return everyPage(table, list.domain, market);
      case 'competitors':
        return (await index.competitors(list.domain, market, keptCompetitors)).value.rows;
      case 'keyword-gaps':
        return (await index.coverage(list.domain, list.competitors, market, everyRow)).value.gaps.rows;
      case 'losing-keywords':
        return (await index.coverage(list.domain, list.competitors, market, everyRow)).value.losing.rows;
      case 'keyword-ideas':
        return (await index.keywordIdeas({ ...list, limit: everyRow }, market)).value.rows;
      case 'referring-domains':
        return (await backlinks.referringDomains(list.domain, everyRow)).value.rows;
      case 'anchors':
        return (await backlinks.anchors(list.domain, everyRow)).value.rows;
      case 'backlinks':
        return (await backlinks.backlinks(list.domain, everyRow)).value.rows;
      case 'backlink-gaps':
        return (await backlinks.gap({ ...list, limit: everyRow })).value.rows;
      default:
        return list satisfies never;
    }
  };
}

/** Only the first pages are kept with a domain; all of them are added up from its rows. */
async function everyPage(
  table: IndexTable,
  domain: string,
  market: Parameters<ReadWholeList>[1],
): Promise<readonly object[]> {
  const { postings } = await rankedPostings(table, { domain }, market, everyRow);
  const tally = createDomainTally();
  for (const posting of postings) tally.add(posting);
  return tally.pages().map(pageRowOf);
}

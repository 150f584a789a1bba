import type { BacklinkIndex, ListingSource, SearchIndex } from '#shared/search/ports.ts';
import { createCoverageQuestions } from './coverage-questions.ts';
import { createDomainQuestions } from './domain-questions.ts';
import { createIdeaQuestions } from './idea-questions.ts';
import type { IndexTableOptions } from './index-items.ts';
import { createIndexTable } from './index-table.ts';
import { createKeywordQuestions } from './keyword-questions.ts';
import { createLinkQuestions } from './link-questions.ts';
import { createStoredListings } from './stored-listings.ts';

export interface StoredIndex {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  readonly backlinks: BacklinkIndex;
}

/**
 * The service's own index: answers every question about rankings, keywords and
 * links from the index table alone, at a cost that follows the answer and not
 * the table. Reads only; `createIndexWriter` fills it.
 */
export function createStoredIndex(options: IndexTableOptions): StoredIndex {
  const table = createIndexTable(options);
  return {
    index: {
      ...createDomainQuestions(table),
      ...createKeywordQuestions(table),
      ...createIdeaQuestions(table),
      ...createCoverageQuestions(table),
    },
    storedListings: createStoredListings(table),
    backlinks: createLinkQuestions(table),
  };
}

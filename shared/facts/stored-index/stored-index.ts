import type { ListingSource } from '#shared/facts/ports/listings.ts';
import type { ReadWholeList, SearchIndex } from '#shared/facts/ports/search-index.ts';
import { linksOn } from './own-links.ts';
import { createDomainQuestions } from './questions/domain-questions.ts';
import { createKeywordQuestions, createStoredListings } from './questions/keyword-questions.ts';
import type { StoredLinks } from './questions/link-questions.ts';
import { createPostingOrigin, type PostingOrigin } from './questions/stored-facts.ts';
import type { IndexReader } from './table/index-reads.ts';

export interface StoredIndex {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  readonly backlinks: StoredLinks;
  readonly wholeList: ReadWholeList;
  /** The same lists, with links as another source tells them. */
  wholeListWith(links: StoredLinks): ReadWholeList;
}

/**
 * The service's own index: answers every question about rankings, keywords and
 * links from the index table alone, wherever its items lie, at a cost that follows the answer and not
 * the table. Reads only; `createIndexWriter` fills it.
 */
export function storedIndexOn(
  table: IndexReader,
  postingOrigins: PostingOrigin = createPostingOrigin(table),
): StoredIndex {
  const index = {
    ...createDomainQuestions(table, postingOrigins),
    ...createKeywordQuestions(table),
    ...rareQuestions(table),
  };
  const backlinks = linksOn(table);
  // Only exports read lists whole; their code is read with the first of them.
  const wholeListWith = (links: StoredLinks): ReadWholeList =>
    async function* (...question) {
      const { createWholeLists } = await import('./questions/whole-lists.ts');
      yield* createWholeLists(table, index, links)(...question);
    };
  return {
    index,
    storedListings: createStoredListings(table),
    backlinks,
    wholeList: wholeListWith(backlinks),
    wholeListWith,
  };
}

/** Questions that one or two tools ask; their code is read with the first of them. */
function rareQuestions(table: IndexReader): Pick<SearchIndex, 'keywordIdeas' | 'coverage'> {
  let ideas: Promise<Pick<SearchIndex, 'keywordIdeas'>> | undefined;
  let coverage: Promise<Pick<SearchIndex, 'coverage'>> | undefined;
  return {
    async keywordIdeas(...question) {
      ideas ??= import('./questions/idea-questions.ts').then((read) => read.createIdeaQuestions(table));
      return (await ideas).keywordIdeas(...question);
    },
    async coverage(...question) {
      coverage ??= import('./questions/coverage-questions.ts').then((read) =>
        read.createCoverageQuestions(table),
      );
      return (await coverage).coverage(...question);
    },
  };
}

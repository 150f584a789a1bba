import type { ReadWholeList, SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { marketKey } from '../ports/fact.ts';
import type { IndexNotes, ListingSource } from '../ports/sources.ts';
import type { Item } from './items/index-items.ts';
import { markerPartition, marketMarkerPrefix, stabilityKey } from './items/keys.ts';
import { linksOn } from './own-links.ts';
import { createPostingOrigin, type PostingOrigin } from './questions/domain-head.ts';
import { createDomainQuestions } from './questions/domain-questions.ts';
import type { StoredLinks } from './questions/link-questions.ts';
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
    storedListings: {
      kind: 'stored',
      listing: async (...question) =>
        (await import('./questions/keyword-questions.ts')).createStoredListings(table).listing(...question),
    },
    backlinks,
    wholeList: wholeListWith(backlinks),
    wholeListWith,
  };
}

/** Questions that one or two tools ask; their code is read with the first of them. */
function rareQuestions(
  table: IndexReader,
): Pick<SearchIndex, 'keywordDetail' | 'positions' | 'keywordIdeas' | 'coverage'> {
  const keywords = async () =>
    (await import('./questions/keyword-questions.ts')).createKeywordQuestions(table);
  let ideas: Promise<Pick<SearchIndex, 'keywordIdeas'>> | undefined;
  let coverage: Promise<Pick<SearchIndex, 'coverage'>> | undefined;
  return {
    keywordDetail: async (...question) => (await keywords()).keywordDetail(...question),
    positions: async (...question) => (await keywords()).positions(...question),
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

/** How long what was read is believed: an import into another market shows with the next question of a person. */
const believedMs = 5_000;
/** Other markets that are looked into: half a read unit each. */
const mostMarkets = 20;
const dayMs = 24 * 3_600_000;

/**
 * What the index knows of itself: in one read that all calls of a few seconds
 * share. Each call says what it may see of the index for looking into other markets. What few calls need is loaded with the first that does.
 */
export function createIndexNotes(table: IndexReader, clock: Clock): (known: IndexReader) => IndexNotes {
  let last: { readonly at: number; readonly items: Promise<readonly Item[]> } | undefined;
  const read = (): Promise<readonly Item[]> => {
    if (last && clock() - last.at < believedMs) return last.items;
    // Nothing rests on these notes: where they cannot be read, an answer goes without.
    const reading = table.range({ pk: markerPartition }).then(
      ({ items }) => items,
      () => [],
    );
    last = { at: clock(), items: reading };
    return reading;
  };
  return (known) => ({
    async confidenceOf() {
      const found = (await read()).find(({ sk }) => sk === stabilityKey.sk);
      if (!found) return () => undefined;
      const { measuredShare, unpackStability } = await import('./items/stability.ts');
      const groups = unpackStability(found.d);
      return (observedAt) => measuredShare(groups, (clock() - Date.parse(observedAt)) / dayMs);
    },
    async knownIn(subject, except) {
      const names = (await read()).flatMap(({ sk }) => marketOf(String(sk)) ?? []);
      const others = names.filter((name) => name !== marketKey(except)).slice(0, mostMarkets);
      if (others.length === 0) return [];
      const { marketsThatKnow } = await import('./questions/known-markets.ts');
      return marketsThatKnow(known, others, subject);
    },
  });
}

function marketOf(sk: string): string | undefined {
  // Only listings are kept by device: what is asked of a whole market is asked of desktops.
  if (!sk.startsWith(marketMarkerPrefix) || sk.endsWith(':mobile')) return undefined;
  return sk.slice(marketMarkerPrefix.length);
}

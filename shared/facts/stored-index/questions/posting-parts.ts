import { rowPrefix } from '../items/keys.ts';
import type { Posting } from '../items/posting.ts';
import { readPosting } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';

/** Rows of a domain or page as one read gives them. */
export interface PostingsPart {
  readonly postings: readonly Posting[];
  /** Sort key behind which the rows go on; undefined at their end. */
  readonly next: string | undefined;
}

/** Every row of the partition `pk`, most traffic first, a megabyte at a time, from its start or behind a sort key. */
export async function* postingParts(
  table: IndexReader,
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

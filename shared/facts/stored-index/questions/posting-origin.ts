import { connectionOf, importPrefix } from '../items/index-source.ts';
import { importPartition } from '../items/keys.ts';
import type { Posting } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { type Origin, originOf } from './stored-facts.ts';

/** Where postings are from: as `originOf`, with the import where one gave all of them. */
export type PostingOrigin = (postings: readonly Posting[]) => Promise<Origin>;

/**
 * A row has the number of its import only; the id is in the list of imports, half a
 * unit away, and is kept: an id never changes.
 */
export function createPostingOrigin(table: IndexReader): PostingOrigin {
  const known = new Map<number, string | undefined>();
  return async (postings) => {
    const origin = originOf(postings);
    const [first] = postings;
    const number = first?.importNumber ?? null;
    if (number === null || postings.some(({ importNumber }) => importNumber !== number)) return origin;
    if (!known.has(number)) known.set(number, await importWith(table, number));
    const connection = known.get(number);
    return connection === undefined ? origin : { ...origin, connection };
  };
}

/** The one import whose id begins so; undefined where it was undone, or where the start is that of two. */
async function importWith(table: IndexReader, number: number): Promise<string | undefined> {
  const { items } = await table.range({ pk: importPartition, prefix: importPrefix(number), limit: 2 });
  const [only] = items;
  return items.length === 1 && only ? connectionOf(String(only.sk)) : undefined;
}

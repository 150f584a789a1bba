import type { ItemKey } from '../items/keys.ts';
import type { IndexReader } from '../table/index-reads.ts';

const ownStart = 'O#';

/**
 * Reads what belongs to accounts from the table that all generations have in
 * common, and everything else from the generation in force: questions about
 * links ask for both at once.
 */
export function createRoutedReader(home: IndexReader, shared: IndexReader): IndexReader {
  const isOwn = ({ pk }: Pick<ItemKey, 'pk'>) => pk.startsWith(ownStart);
  const readerOf = (key: Pick<ItemKey, 'pk'>) => (isOwn(key) ? home : shared);
  return {
    get: (key, consistent) => readerOf(key).get(key, consistent),
    async getMany(keys, consistent) {
      const [own, others] = await Promise.all([
        home.getMany(keys.filter(isOwn), consistent),
        shared.getMany(
          keys.filter((key) => !isOwn(key)),
          consistent,
        ),
      ]);
      const [fromOwn, fromOthers] = [own.values(), others.values()];
      return keys.map((key) => (isOwn(key) ? fromOwn : fromOthers).next().value);
    },
    range: (question) => readerOf(question).range(question),
  };
}

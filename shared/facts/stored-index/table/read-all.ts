import type { Item } from '../items/index-items.ts';
import type { ItemKey } from '../items/keys.ts';
import type { IndexReader } from './index-reads.ts';

/** Every item of a partition, or those whose sort key begins with the prefix, over as many pages as there are. */
export async function readAll(table: IndexReader, pk: string, prefix?: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: ItemKey | undefined;
  do {
    const range = await table.range({ pk, ...(prefix === undefined ? {} : { prefix }), after: next });
    items.push(...range.items);
    next = range.next;
  } while (next);
  return items;
}

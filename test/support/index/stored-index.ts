import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';

/** The stored index on a table. */
export const createStoredIndex = (options: IndexTableOptions) => storedIndexOn(createIndexReader(options));

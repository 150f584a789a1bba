import type { Foundation } from '#functions/foundation.ts';
import { createSharedIndex } from '#shared/facts/stored-index/generations/shared-index.ts';

const known = new WeakMap<object, () => Promise<string>>();

/**
 * Gives the table that all accounts are answered from: the index table itself,
 * where the place has no other generations, else that of the one in force. All
 * calls of a process share what they know of it.
 */
export function sharedIndexOf(
  foundation: Pick<Foundation, 'documents' | 'tables' | 'clock' | 'hasGenerations'>,
): () => Promise<string> {
  const { documents, tables, clock, hasGenerations } = foundation;
  const { index: table } = tables;
  if (!hasGenerations) return async () => table;
  const current = known.get(foundation) ?? createSharedIndex({ documents, table, clock });
  known.set(foundation, current);
  return current;
}

import type { Foundation } from '#functions/foundation.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';

/** How what an account brings is written to the index, whether a call or the import function writes it. */
export function indexOptions({
  documents,
  tables,
  storing,
}: Pick<Foundation, 'documents' | 'tables' | 'storing'>): IndexTableOptions {
  const { commitsTogether = false, putAll } = storing;
  return { documents, table: tables.index, commitsTogether, putAll };
}

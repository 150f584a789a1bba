import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importItems } from '#local/data/bulk-import.ts';
import { createTables, dynoxideFile, startDatabase } from '#local/data/database.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { bulkItems } from '#shared/facts/stored-index/writing/bulk-items.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { listings, rowsInListing } from './generated-market.ts';

export type Index = Pick<IndexTableOptions, 'documents' | 'table' | 'putAll'>;

export interface BuiltIndex {
  readonly index: Index;
  /** Stops the database and removes its folder. */
  remove(): Promise<void>;
}

/** An import as its rows name it: most of an index comes from one. */
const importId = 'imp_5d41402abc4b2a76b971';

/** The generated market in an embedded database of its own, made by the engine's bulk import. */
export async function buildIndex(postings: number): Promise<BuiltIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-cost-'));
  const draft = join(folder, 'draft');
  await mkdir(draft);
  await importItems(bulkItems(listings(postings / rowsInListing), importId, await loadIntents()), {
    draft,
    table: 'oriel-index',
    output: dynoxideFile(folder),
  });
  await rm(draft, { recursive: true });
  const database = await startDatabase({ folder, env: {} });
  const { index: table } = await createTables(database.clientConfig);
  const documents = createDocuments(database.clientConfig);
  return {
    index: { documents, table, putAll: database.putAll },
    async remove() {
      documents.destroy();
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

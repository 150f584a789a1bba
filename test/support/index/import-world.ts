import { Readable } from 'node:stream';
import { createTables } from '#local/data/create-tables.ts';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import type { ImportSource } from '#shared/facts/imports/open-sources.ts';
import { type ImportOptions, type ImportServices, importSource } from '#shared/facts/imports/run-import.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createStoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { TestDatabase } from './index-worlds.ts';

/** When the files of the tests were last changed. */
export const fileChangedAt = Date.UTC(2026, 10, 12) / 1000;

export function sourceOf(content: string | Buffer, name = 'file.csv', bytesAtOnce = 7_000): ImportSource {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / bytesAtOnce) }, (_, index) =>
    bytes.subarray(index * bytesAtOnce, (index + 1) * bytesAtOnce),
  );
  return { name, bytes: bytes.length, changedAt: fileChangedAt, open: async () => Readable.from(chunks) };
}

let indexes = 0;

/** An empty index with what imports need, and its questions. */
export async function openImportWorld({ database, documents }: TestDatabase) {
  indexes += 1;
  const { index: table } = await createTables(database.clientConfig, `import-${indexes}-`);
  const services: ImportServices = {
    writer: createIndexWriter({ documents, table, clock: Date.now }),
    register: createImportRegister(createIndexTable({ documents, table })),
    clock: Date.now,
    onProgress: () => {},
  };
  return {
    table,
    services,
    ...createStoredIndex({ documents, table }),
    import: (content: string | Buffer, options: Partial<ImportOptions> = {}, name?: string) =>
      importSource(sourceOf(content, name), { market: {}, ...options }, services),
  };
}

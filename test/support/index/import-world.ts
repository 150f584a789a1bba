import { Readable } from 'node:stream';
import { createTables } from '#local/data/database.ts';
import { importBundle } from '#shared/facts/imports/import-bundle.ts';
import { createImportServices, type ImportOptions } from '#shared/facts/imports/import-services.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import { createOwnBacklinks } from '#shared/facts/stored-index/own-links.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import type { TestDatabase } from '../stores/database.ts';

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

/** An empty index with what imports need, and its questions. Imports write as on AWS, or `inBulk` as on one machine. */
export async function openImportWorld(
  { database, documents }: Pick<TestDatabase, 'database' | 'documents'>,
  inBulk: Partial<TestDatabase['inBulk']> = {},
) {
  indexes += 1;
  const { index: table } = await createTables(database.clientConfig, `import-${indexes}-`);
  const services = createImportServices({ documents, table, clock: Date.now, ...inBulk });
  const items = createIndexTable({ documents, table });
  return {
    table,
    items,
    services,
    ...createStoredIndex({ documents, table }),
    import: (content: string | Buffer, options: Partial<ImportOptions> = {}, name?: string) =>
      importSource(sourceOf(content, name), { market: {}, ...options }, services),
    /** Imports the files of a folder or archive, by name. */
    importAll: (
      files: Readonly<Record<string, string | Buffer>>,
      options: Partial<ImportOptions> = {},
      name = 'export.zip',
    ) => {
      const sources = Object.entries(files).map(([file, content]) => sourceOf(content, file));
      const bundle = { name, sources, close: async () => {} };
      return importBundle(bundle, { market: {}, ...options }, services);
    },
    /** What an account has brought. */
    ownSites: (accountId: string) => createOwnSites(items, accountId),
    ownBacklinks: (accountId: string) => createOwnBacklinks(items, accountId),
  };
}

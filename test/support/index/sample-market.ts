import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTables, startDatabase, tableNames } from '#local/data/database.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { loadSampleMarket } from '#shared/facts/stored-index/sample/sample-market.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';

interface SampleMarket {
  readonly sources: Sources;
  stop(): Promise<void>;
}

/** The sample market as a fresh machine has it, in a database of its own. */
export async function startSampleMarket(): Promise<SampleMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-sample-'));
  await makeSampleDatabase(folder, tableNames().index);
  const database = await startDatabase({ folder, env: {} });
  const table = (await createTables(database.clientConfig)).index;
  const documents = createDocuments(database.clientConfig);
  await loadSampleMarket({ documents, table, clock: Date.now });
  const { index, storedListings, backlinks } = createStoredIndex({ documents, table });
  return {
    sources: { index, storedListings, backlinks, liveListings: undefined },
    async stop() {
      documents.destroy();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableNames } from '#local/data/database.ts';
import { makeSampleDatabase, sampleRowsFile } from '#local/data/sample-database.ts';
import { sampleTable } from '#shared/facts/sample/sample-table.ts';

/** Makes the sample market once, as the last step of the install: every first start then only copies it, and the first call of a test key reads it. */
const folder = await mkdtemp(join(tmpdir(), 'oriel-prepare-'));
try {
  await makeSampleDatabase(join(folder, 'database'), tableNames().index);
  await sampleTable(await sampleRowsFile());
} finally {
  await rm(folder, { recursive: true, force: true });
}

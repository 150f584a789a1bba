import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableNames } from '#local/data/create-tables.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';

/** Makes the sample market once, as the last step of the install: every first start then only copies it. */
const folder = await mkdtemp(join(tmpdir(), 'oriel-prepare-'));
try {
  await makeSampleDatabase(join(folder, 'database'), tableNames().index);
} finally {
  await rm(folder, { recursive: true, force: true });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '#local/data/data-folder.ts';
import { tableNames } from '#local/data/database.ts';
import { openStorage } from '#local/data/storage.ts';
import { createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { putItems, storedItems } from '#test/support/stores/stored-items.ts';

it('opens a data folder of an earlier build with everything that it shows of trackers', async () => {
  const path = await mkdtemp(join(tmpdir(), 'oriel-earlier-'));
  const folder = await openDataFolder(path);
  const tables = tableNames();
  const earlier = await openStorage(folder);
  await putItems(createDocuments(earlier.database.clientConfig), tables, storedItems('2026-11-27'));
  await earlier.close();
  const storage = await openStorage(folder);
  const documents = createDocuments(storage.database.clientConfig);
  const trackers = createTrackerRepository({ documents, name: tables.identity, clock: Date.now });
  expect(await trackers.list('acct_01m8gxbgn3cr37f3jgkhnws28b')).toHaveLength(4);
  await storage.close();
  await rm(path, { recursive: true });
});

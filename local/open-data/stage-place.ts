import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { openStageGenerations, type StageGenerations } from '#local/admin/stage-foundation.ts';
import { sendObjects } from '#local/bulk/stage-build.ts';
import { type DataFolder, lockDataFolder, openDataFolder } from '#local/data/data-folder.ts';
import {
  compress,
  exportLine,
  type ImportObject,
  mostObjects,
  usualObjectBytes,
} from '#shared/facts/bulk/item-files.ts';
import { type GenerationRecord, objectsOf, openGenerations } from '#shared/facts/generations/generations.ts';
import { makeGeneration } from '#shared/facts/generations/make-generation.ts';
import { directoryKey } from '#shared/facts/web-graph/open-lists.ts';
import { itemOf, type OpenDataPlace } from './open-place.ts';

/** Functions answer within 28 seconds of what they have read at their start. */
const stageRestMs = 30_000;
/** A table that somebody began so long ago, and that is in no list, was left. */
const longestLoadMs = 24 * 3_600_000;

/**
 * A deployed stage: the items of a list go into its bucket, and DynamoDB imports
 * them into a table of their own, named as those of the index are, so that
 * functions may read it already. How far a table is stands in a register beside
 * the directory of lists, so that an import is taken up and not begun twice.
 */
export async function openStagePlace(
  folder: DataFolder,
  stage: string,
  open: (stage: string) => Promise<StageGenerations> = openStageGenerations,
): Promise<OpenDataPlace> {
  const path = `${folder.path}/open-data/of-${stage}`;
  const unlock = await lockDataFolder(await openDataFolder(path)).catch((cause: unknown) => {
    throw new Error('Another open-data command works for this stage. Wait until it has ended.', { cause });
  });
  const index = await open(stage).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  const lists = openGenerations(
    { ...index, tables: { ...index.tables, setUp: index.tables.setUpPassing } },
    directoryKey.pk,
  );
  const { register, tables, objects, home, homeTable, clock, pause } = lists;
  const nameOf = (table: string) => table.slice(home.length + 1);
  const clear = async (table: string) => {
    for await (const key of objects.list(objectsOf(nameOf(table)))) await objects.delete(key);
  };
  return {
    home: homeTable,
    index: home,
    clock,
    work: path,
    async claim(table) {
      const name = nameOf(table);
      return (await index.register.find(name)) === undefined && register.claim(begunRecord(name, clock()));
    },
    async publish(table, file, say) {
      const name = nameOf(table);
      let record = (await register.find(name)) ?? begunRecord(name, clock());
      if (record.state === 'building') {
        const sent = await sendObjects(objects, objectsOf(name), importObjectsOf(file));
        record = { ...record, ...sent, state: 'uploaded' };
        await register.put(record);
      }
      const made = await makeGeneration(lists, name, ({ processed }) => say(processed / record.items));
      if (made.state === 'failed')
        throw new Error(
          `${made.reason} What was answered before is as it was. The same command imports again.`,
        );
      await clear(table);
    },
    async drop(table) {
      await tables.remove(table);
      await clear(table);
      await register.remove(nameOf(table));
    },
    async isLeft(table) {
      const record = await register.find(nameOf(table));
      return record === undefined || clock() - Date.parse(record.started_at) > longestLoadMs;
    },
    settle: () => pause(stageRestMs),
    async close() {
      await index.close();
      await unlock();
    },
  };
}

function begunRecord(generation: string, now: number): GenerationRecord {
  const started_at = new Date(now).toISOString();
  return { generation, started_at, state: 'building', items: 0, objects: 0, attempt: 1 };
}

/** Rows that stay together: many partitions are written at once where an object has rows from all over the file. */
const rowsOfRun = 32;

/** The items of a list's file as DynamoDB imports them: of so many objects each takes a run of rows in turn. */
export async function* importObjectsOf(
  path: string,
  objectBytes = usualObjectBytes,
): AsyncGenerator<ImportObject, undefined> {
  const { rows, bytes } = withItems(path, (database) =>
    v.parse(extent, database.prepare('SELECT max(rowid) AS rows, sum(length(d)) AS bytes FROM items').get()),
  );
  // As text, bytes are a third longer.
  const objects = Math.min(
    mostObjects,
    Math.ceil((bytes * 4) / 3 / objectBytes),
    Math.ceil(rows / rowsOfRun),
  );
  for (let object = 0; object < objects; object += 1) {
    const runs: Run[] = [];
    for (let from = object * rowsOfRun + 1; from <= rows; from += objects * rowsOfRun)
      runs.push([from, Math.min(rows, from + rowsOfRun - 1)]);
    yield {
      name: `${object}-of-${objects}.json.gz`,
      // Nothing is ever removed from such a file: its rows are numbered without gaps.
      items: runs.reduce((sum, [from, to]) => sum + to - from + 1, 0),
      body: () => compress(linesOf(path, runs)),
    };
  }
}

type Run = readonly [from: number, to: number];

function linesOf(path: string, runs: readonly Run[]): string {
  return withItems(path, (database) => {
    const run = database.prepare('SELECT pk, sk, d FROM items WHERE rowid BETWEEN ? AND ?');
    return runs.flatMap((range) => run.all(...range).map((row) => `${exportLine(itemOf(row))}\n`)).join('');
  });
}

function withItems<Found>(path: string, find: (database: DatabaseSync) => Found): Found {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return find(database);
  } finally {
    database.close();
  }
}

const extent = v.object({ rows: v.number(), bytes: v.number() });

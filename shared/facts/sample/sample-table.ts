import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import * as v from 'valibot';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { ItemKey } from '#shared/facts/stored-index/items/keys.ts';
import { sampleItems } from '#shared/facts/stored-index/sample/sample-market.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { refuse } from '#shared/site-audit/fetch/site-fetcher.ts';
import { sampleCrawls } from './sample-crawls.ts';
import { withSampleSites } from './sample-sites.ts';

/** Items made between two looks at what else the process has to do. */
const itemsAtOnce = 500;

let made: Promise<IndexTable> | undefined;

/**
 * The index table of the sample market alone, in memory from the first question
 * of a process on: some 64,000 items. No table of the service is behind it, so
 * that nothing an account or a provider knows can be read through it. It takes
 * two to five seconds to make, and a fraction of one to read from `file`, which
 * is written where there is none.
 */
export function sampleTable(file?: string): Promise<IndexTable> {
  made ??= readPartitions(file).then(readOnly);
  return made;
}

type Row = Item & ItemKey;
type Partitions = ReadonlyMap<string, readonly Row[]>;

const row = v.looseObject({ pk: v.string(), sk: v.string() });
const partitionsOfFile = v.array(v.tuple([v.string(), v.array(row)]));

async function readPartitions(file: string | undefined): Promise<Partitions> {
  if (file === undefined) return makePartitions();
  try {
    return new Map(v.parse(partitionsOfFile, deserialize(await readFile(file))));
  } catch {
    const partitions = await makePartitions();
    await keep(partitions, file);
    return partitions;
  }
}

/** The file appears whole or not at all; a place that cannot be written to only costs the next process its time. */
async function keep(partitions: Partitions, file: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, serialize([...partitions]));
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function makePartitions(): Promise<Partitions> {
  const partitions = new Map<string, Row[]>();
  let count = 0;
  for (const item of sampleItems(await loadIntents())) {
    const row = { ...item, pk: String(item.pk), sk: String(item.sk) };
    const rows = partitions.get(row.pk);
    if (rows) rows.push(row);
    else partitions.set(row.pk, [row]);
    count += 1;
    if (count % itemsAtOnce === 0) await otherWork();
  }
  for (const rows of partitions.values()) rows.sort((one, other) => (one.sk < other.sk ? -1 : 1));
  return partitions;
}

function readOnly(partitions: Partitions): IndexTable {
  const find = ({ pk, sk }: ItemKey) => partitions.get(pk)?.find((row) => row.sk === sk);
  return {
    get: async (key) => find(key),
    getMany: async (keys) => keys.map(find),
    async range({ pk, prefix = '', from = '', to, limit, after }) {
      const rows = (partitions.get(pk) ?? []).filter(
        ({ sk }) =>
          sk.startsWith(prefix) &&
          sk >= from &&
          (to === undefined || sk <= to) &&
          (after === undefined || sk > after.sk),
      );
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items, next: items.length < rows.length && last ? { pk, sk: last.sk } : undefined };
    },
    put: neverWritten,
    putMany: neverWritten,
    putGuarded: neverWritten,
    change: neverWritten,
  };
}

function neverWritten(): Promise<never> {
  return Promise.reject(new Error('The sample market in memory is read only.'));
}

/**
 * The sample market and its sites, and nothing beside them: what test keys are
 * answered from, wherever the service runs. `file` keeps its items for the next process.
 */
export async function openSampleSources(file?: string): Promise<Sources> {
  return { ...storedIndexOn(await sampleTable(file)), liveListings: undefined, sites, crawls: sampleCrawls };
}

const sites = withSampleSites({
  fetch: async () =>
    refuse('unsafe_address', 'A test key reads sites of the sample market only, such as trailpeak.example.'),
});

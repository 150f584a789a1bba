import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { SkippedRows } from '#shared/facts/web-graph/graph-lines.ts';
import { type OpenList, openList, readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { isAddress } from './open-input.ts';
import { beginTable, dropLeft, type OpenDataPlace, switchLists } from './open-place.ts';

const count = v.number();
const report = v.object({
  release: v.string(),
  /** Domains of the whole list, where known. */
  domains: v.nullable(count),
  edges: v.nullable(count),
  kept: count,
  skipped: v.array(v.object({ reason: v.string(), count, example: v.string() })),
  bytes_read: count,
  /** Of the items. */
  disk_bytes: count,
});
export interface LoadReport extends v.InferOutput<typeof report> {
  readonly seconds: number;
  readonly peak_memory_bytes: number;
}

/** A list whose items are made and that is not in force yet. */
const madeList = v.object({
  of: v.array(v.string()),
  file: v.string(),
  list: v.omit(openList, ['table']),
  report,
  /** The table that was begun for it. */
  table: v.optional(v.string()),
});
type MadeList = v.InferOutput<typeof madeList>;

export type NewList = Pick<MadeList, 'file' | 'list' | 'report'>;

export type ShowProgress = (
  source: string,
  phase: 'reading' | 'writing',
  rows: number,
  share?: number,
) => void;

export interface ListWork {
  /** What tells one list from another, such as its kind and release. */
  readonly name: readonly string[];
  readonly sources: readonly string[];
  /** Makes the items in the folder of this name below the work of the place, which goes with the list. */
  readonly folder: string;
  make(folder: string, downloads: string): Promise<NewList>;
}

/**
 * Loads one list: its items are made, become a table of their own, and take the
 * place of the list of the same name with one write. Killed at any point, what
 * was loaded before is as it was, and the same command goes on: items that are
 * made are not made again.
 */
export async function loadMade(
  place: OpenDataPlace,
  work: ListWork,
  show: ShowProgress,
): Promise<LoadReport> {
  const startedAt = performance.now();
  const path = join(place.work, 'made.json');
  const of = [...work.name, ...(await Promise.all(work.sources.map(identityOf)))];
  const before = await madeBefore(path, of);
  const { lists, unfinished } = await readDirectory(place.home, true);
  const begun = [...unfinished, ...lists.map(({ table }) => table)].find(
    (table) => table !== undefined && table === before?.table,
  );
  await dropLeft(place, begun);
  const folder = join(place.work, work.folder);
  const downloads = join(place.work, 'downloads');
  const ended = join(place.work, 'ended');
  await rm(ended, { recursive: true, force: true });
  let made = before;
  if (!made) {
    await rm(path, { force: true });
    await mkdir(folder, { recursive: true });
    made = { of, ...(await work.make(folder, downloads)) };
    await keep(path, made);
  }
  await rm(downloads, { recursive: true, force: true });
  const table = begun ?? (await beginTable(place));
  await keep(path, { ...made, table });
  const { list, file } = made;
  await place.publish(table, file, (share) => show(list.id, 'writing', list.domains, share));
  await switchLists(place, (other) => isReplaced(other, list), { ...list, table });
  // At one stroke: work of which a part is gone must not be taken up.
  await rename(folder, ended);
  await rm(path, { force: true });
  await rm(ended, { recursive: true, force: true });
  return {
    ...made.report,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    peak_memory_bytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Of links, a release may have several lists, each with its sites. */
function isReplaced(
  other: OpenList,
  { kind, id, sites = [] }: Pick<OpenList, 'kind' | 'id' | 'sites'>,
): boolean {
  return other.kind === kind && other.id === id && (other.sites ?? []).every((site) => sites.includes(site));
}

export function skippedOf({ counts }: SkippedRows): LoadReport['skipped'] {
  return [...counts].map(([reason, { count: rows, example }]) => ({ reason, count: rows, example }));
}

async function madeBefore(path: string, of: readonly string[]): Promise<MadeList | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), madeList), text);
  const isSame = kept.success && isDeepStrictEqual(kept.output.of, of) && existsSync(kept.output.file);
  return isSame ? kept.output : undefined;
}

/** A file with its size and the time of its last change: another one is read anew. */
export async function identityOf(source: string): Promise<string> {
  if (isAddress(source)) return source;
  const { size, mtimeMs } = await stat(source);
  return `${source} ${size} ${mtimeMs}`;
}

/** Whatever happens, the file is the one before or this one. */
export async function keep(path: string, value: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(value));
  await rename(`${path}.new`, path);
}

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { createSkippedRows } from '#shared/facts/web-graph/graph-lines.ts';
import { createListFile } from '../list-file.ts';
import { type LoadReport, putInPlace, reportOf, type ShowProgress } from '../load-list.ts';
import type { GraphOrder } from '../load-sites.ts';
import { isAddress, type OpenedInput, openInput } from '../open-input.ts';
import { beginTable, dropUnfinished, type OpenDataPlace } from '../open-place.ts';
import { packGraph } from './pack-graph.ts';
import { readEdges } from './read-edges.ts';
import { bitsFor, readNames } from './read-names.ts';

/** How far the work on a release is, and of which files; what is done is not done again. */
const state = v.object({
  of: v.array(v.string()),
  bits: v.number(),
  step: v.picklist(['begun', 'named', 'divided', 'packed']),
  domains: v.number(),
  edges: v.number(),
  read: v.number(),
  skipped: v.array(v.tuple([v.string(), v.number(), v.string()])),
  bytes: v.number(),
  table: v.optional(v.string()),
});
type State = v.InferOutput<typeof state>;

/**
 * Loads every domain and link of a release in three steps: names get their
 * positions, links are divided by their targets, and items are made of both.
 * Killed at any moment it goes on behind the last step, and within the third
 * behind the last part.
 */
export async function loadGraph(
  place: OpenDataPlace,
  folder: string,
  order: GraphOrder,
  show: ShowProgress,
): Promise<LoadReport> {
  const startedAt = performance.now();
  const work = join(folder, `graph-${order.id}`);
  const files = join(work, 'parts');
  const path = join(work, 'items.sqlite');
  const downloads = join(folder, 'downloads');
  let known = await takeUp(work, order);
  const keep = async (more: Partial<State>) => {
    known = { ...known, ...more };
    await keepState(work, known);
  };
  await dropUnfinished(place, known.table);
  const open = (source: string) => openInput(source, downloads);
  const skipped = createSkippedRows();
  if (known.step === 'begun') {
    await rm(files, { recursive: true, force: true });
    const [vertices, ranks] = [open(order.vertices), open(order.ranks)];
    const bits = bitsFor(await sizeOf(order.vertices));
    const { domains } = await readNames(vertices, ranks, {
      ...{ folder: files, bits, skipped },
      onRows: (source, rows, share) => show(order[source], 'reading', rows, share),
    });
    const counts = [...skipped.counts].map(([reason, { count, example }]): State['skipped'][number] => [
      reason,
      count,
      example,
    ]);
    await keep({ step: 'named', bits, domains, read: readBytes([vertices, ranks]), skipped: counts });
  }
  if (known.step === 'named') {
    for (const name of ['inbound', 'targets']) await removeAll(files, name, known);
    const edges = open(order.edges);
    const { edges: count } = await readEdges(edges, {
      ...{ folder: files, bits: known.bits, domains: known.domains },
      onRows: (rows, share) => show(order.edges, 'reading', rows, share),
    });
    await rm(path, { force: true });
    await keep({ step: 'divided', edges: count, read: known.read + readBytes([edges]) });
  }
  if (known.step === 'divided') {
    const file = createListFile(path);
    try {
      packGraph(file, {
        ...{ folder: files, bits: known.bits, domains: known.domains },
        onParts: (done, all) =>
          show(order.id, 'writing', Math.round((known.domains * done) / all), done / all),
      });
      file.close();
    } catch (error) {
      file.leave();
      throw error;
    }
    await keep({ step: 'packed', bytes: (await stat(path)).size });
    await rm(files, { recursive: true, force: true });
    await rm(downloads, { recursive: true, force: true });
  }
  if (known.table === undefined) await keep({ table: await beginTable(place) });
  const list = { kind: 'graph', id: order.id, blocks: known.bits, domains: known.domains } as const;
  await putInPlace(
    place,
    { ...list, of: known.domains, loaded_at: new Date().toISOString() },
    { file: path, table: known.table, show },
  );
  await rm(work, { recursive: true, force: true });
  const report = reportOf({
    release: order.id,
    ...{ domains: known.domains, edges: known.edges, kept: known.domains, startedAt, skipped },
    read: known.read,
    bytes: known.bytes,
  });
  return {
    ...report,
    skipped: known.skipped.map(([reason, count, example]) => ({ reason, count, example })),
  };
}

async function removeAll(files: string, name: string, { bits, domains }: State): Promise<void> {
  const most = Math.max(2 ** bits, Math.ceil(domains / 65_536) + 1);
  for (let part = 0; part < most; part += 1) await rm(join(files, `${name}-${part}`), { force: true });
}

const readBytes = (inputs: readonly OpenedInput[]): number =>
  inputs.reduce((sum, input) => sum + input.bytesRead(), 0);

async function sizeOf(source: string): Promise<number | undefined> {
  if (!isAddress(source)) return (await stat(source)).size;
  const length = await fetch(source, { method: 'HEAD' }).then(
    ({ headers }) => headers.get('content-length'),
    () => null,
  );
  return length === null ? undefined : Number(length);
}

const stateFile = 'state.json';

/** The work that was begun on the same files; else a new beginning. */
async function takeUp(work: string, { vertices, ranks, edges }: GraphOrder): Promise<State> {
  const of = await Promise.all([vertices, ranks, edges].map(identityOf));
  const text = await readFile(join(work, stateFile), 'utf8').catch(() => '');
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), state), text);
  const isWhole = kept.success && isDeepStrictEqual(kept.output.of, of) && hasFiles(work, kept.output);
  if (isWhole) return kept.output;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  return { ...{ of, bits: 0, step: 'begun', domains: 0, edges: 0, read: 0, skipped: [], bytes: 0 } };
}

const hasFiles = (work: string, { step }: State): boolean =>
  step !== 'packed' || existsSync(join(work, 'items.sqlite'));

/** A file with its size and the time of its last change: another one is read anew. */
async function identityOf(source: string): Promise<string> {
  if (isAddress(source)) return source;
  const { size, mtimeMs } = await stat(source);
  return `${source} ${size} ${mtimeMs}`;
}

async function keepState(work: string, known: State): Promise<void> {
  const draft = join(work, `${stateFile}.new`);
  await writeFile(draft, JSON.stringify(known));
  await rename(draft, join(work, stateFile));
}

import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { createSkippedRows } from '#shared/facts/web-graph/graph-lines.ts';
import type { GraphOrder } from '../load-sites.ts';
import {
  identityOf,
  keep,
  type LoadReport,
  loadMade,
  type NewList,
  type ShowProgress,
  skippedOf,
} from '../made-list.ts';
import { isAddress, type OpenedInput, openInput } from '../open-input.ts';
import { createListFile, type OpenDataPlace } from '../open-place.ts';
import { packGraph } from './pack-graph.ts';
import { readEdges } from './read-edges.ts';
import { bitsFor, readNames } from './read-names.ts';

/** How far the work on a release is, and of which files; what is done is not done again. */
const state = v.object({
  of: v.array(v.string()),
  bits: v.number(),
  step: v.picklist(['begun', 'named', 'divided']),
  domains: v.number(),
  edges: v.number(),
  read: v.number(),
  skipped: v.array(v.object({ reason: v.string(), count: v.number(), example: v.string() })),
});
type State = v.InferOutput<typeof state>;

export function loadGraph(place: OpenDataPlace, order: GraphOrder, show: ShowProgress): Promise<LoadReport> {
  const { id, vertices, ranks, edges } = order;
  return loadMade(
    place,
    {
      name: ['graph', id],
      sources: [vertices, ranks, edges],
      folder: `graph-${id}`,
      make: (folder, downloads) => makeGraph({ folder, downloads, order, show }),
    },
    show,
  );
}

interface GraphWork {
  readonly folder: string;
  readonly downloads: string;
  readonly order: GraphOrder;
  readonly show: ShowProgress;
}

/**
 * Makes the items of a release in three steps: names get their positions, links
 * are divided by their targets, and items are made of both. Killed at any
 * moment it goes on behind the last step, and within the third behind the last part.
 */
async function makeGraph(work: GraphWork): Promise<NewList> {
  const { folder, order, show } = work;
  const parts = join(folder, 'parts');
  const path = join(folder, 'items.sqlite');
  const statePath = join(folder, 'state.json');
  let known = await takeUp(work, statePath);
  const done = async (more: Partial<State>) => {
    known = { ...known, ...more };
    await keep(statePath, known);
  };
  if (known.step === 'begun') await done({ step: 'named', ...(await nameDomains(work, parts)) });
  if (known.step === 'named') {
    const { edges, read } = await divideEdges(work, parts, known);
    await rm(path, { force: true });
    await done({ step: 'divided', edges, read: known.read + read });
  }
  const { bits, domains, edges, read, skipped } = known;
  const file = createListFile(path);
  try {
    packGraph(file, {
      ...{ folder: parts, bits, domains },
      onParts: (ended, all) => show(order.id, 'writing', Math.round((domains * ended) / all), ended / all),
    });
    file.close();
  } catch (error) {
    file.leave();
    throw error;
  }
  const list = {
    ...{ kind: 'graph' as const, id: order.id, blocks: bits, domains, of: domains },
    loaded_at: new Date().toISOString(),
  };
  const disk_bytes = (await stat(path)).size;
  return {
    file: path,
    list,
    report: { release: order.id, domains, edges, kept: domains, skipped, bytes_read: read, disk_bytes },
  };
}

async function nameDomains({ downloads, order, show }: GraphWork, folder: string) {
  const skipped = createSkippedRows();
  await rm(folder, { recursive: true, force: true });
  const inputs = [openInput(order.vertices, downloads), openInput(order.ranks, downloads)] as const;
  const bits = bitsFor(await sizeOf(order.vertices));
  const { domains } = await readNames(...inputs, {
    ...{ folder, bits, skipped },
    onRows: (source, rows, share) => show(order[source], 'reading', rows, share),
  });
  return { bits, domains, read: readBytes(inputs), skipped: skippedOf(skipped) };
}

async function divideEdges({ downloads, order, show }: GraphWork, folder: string, { bits, domains }: State) {
  await removeParts(folder, bits, domains);
  const input = openInput(order.edges, downloads);
  const { edges } = await readEdges(input, {
    ...{ folder, bits, domains },
    onRows: (rows, share) => show(order.edges, 'reading', rows, share),
  });
  return { edges, read: readBytes([input]) };
}

/** What an interrupted run has divided. */
async function removeParts(folder: string, bits: number, domains: number): Promise<void> {
  const most = Math.max(2 ** bits, Math.ceil(domains / 65_536) + 1);
  for (const name of ['inbound', 'targets'])
    for (let part = 0; part < most; part += 1) await rm(join(folder, `${name}-${part}`), { force: true });
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

/** The work that was begun on the same files; else a new beginning. */
async function takeUp({ folder, order }: GraphWork, path: string): Promise<State> {
  const of = await Promise.all([order.vertices, order.ranks, order.edges].map(identityOf));
  const text = await readFile(path, 'utf8').catch(() => '');
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), state), text);
  if (kept.success && isDeepStrictEqual(kept.output.of, of)) return kept.output;
  await rm(path, { force: true });
  await rm(folder, { recursive: true, force: true });
  return { of, bits: 0, step: 'begun', domains: 0, edges: 0, read: 0, skipped: [] };
}

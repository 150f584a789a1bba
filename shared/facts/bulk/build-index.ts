import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedImportItem } from '#shared/facts/imports/import-register.ts';
import { type ImportReport, reportOf } from '#shared/facts/imports/import-report.ts';
import { openBundle } from '#shared/facts/imports/open-sources.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { marketMarker } from '#shared/facts/stored-index/items/keys.ts';
import { sampleExtras } from '#shared/facts/stored-index/sample/sample-items.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { RunStep } from './bulk-steps.ts';
import { exportLine } from './export-lines.ts';
import { createLineWriter } from './line-files.ts';
import { marketNamed } from './market-keys.ts';
import type { BulkFile, BulkOptions, IdentifiedFile, ReadFile, ReadPassResult } from './read-pass.ts';
import { spooled } from './spool-lines.ts';

export interface BuildOptions {
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  /** For intermediate files; its content may be removed afterwards. */
  readonly folder: string;
  /** For the files of items; empty. */
  readonly output: string;
  /** Steps that run at once, and parts that keys are divided into. */
  readonly shards: number;
  /** Whether the sample market is in the index, as in every fresh data folder. */
  readonly withSample: boolean;
  readonly clock: Clock;
  readonly run: RunStep;
  /** Told which phase begins. */
  onPhase(phase: BuildPhase): void;
  /** Characters that a step holds before it sorts them; for tests. */
  readonly held?: number;
}

export type BuildPhase = 'reading' | 'keywords' | 'rows' | 'heads';

export interface BuiltIndex {
  /** Files of items in DynamoDB JSON, a line each; every file in the order of its keys. */
  readonly items: readonly string[];
  readonly itemCount: number;
  readonly keywords: number;
  readonly postings: number;
  readonly domains: number;
  readonly files: readonly ImportReport[];
}

/** Files that are read in one step have about so many bytes together. */
const bytesInStep = 64 * 1024 * 1024;

/**
 * Turns exports into all items of an index, as imports of the same files, one
 * after another, leave them on an empty table. Memory does not grow with the
 * files: what is between two steps lies on disk in sorted runs.
 */
export async function buildIndex(build: BuildOptions): Promise<BuiltIndex> {
  const { folder, output, shards, held, run, onPhase } = build;
  await mkdir(folder, { recursive: true });
  await mkdir(output, { recursive: true });
  onPhase('reading');
  const read = await readAll(build);
  const perShard = Array.from({ length: shards }, (_, shard) => shard);
  const runsOf = (all: readonly (readonly (readonly string[])[])[], shard: number) =>
    all.flatMap((runs) => runs[shard] ?? []);
  onPhase('keywords');
  const updates = read.results.map(({ runs }) => runs);
  const folded = await Promise.all(
    perShard.map((shard) =>
      run('fold', { folder, output, shards, shard, runs: runsOf(updates, shard), held }),
    ),
  );
  onPhase('rows');
  const rows = folded.map((result) => result.rows);
  const counted = await Promise.all(
    perShard.map((shard) => run('count', { folder, output, shard, runs: runsOf(rows, shard) })),
  );
  onPhase('heads');
  const heads = await Promise.all(perShard.map((shard) => run('heads', { folder, output, shards, shard })));
  const changes = (id: string) => folded.reduce((sum, result) => sum + (result.changes[id] ?? 0), 0);
  const files = reportsOf(read, changes);
  const extras = await writeExtras(build, read.results, files);
  const parts = [...folded, ...counted, ...heads, extras];
  const sum = (count: (part: (typeof folded)[number]) => number) =>
    folded.reduce((total, part) => total + count(part), 0);
  return {
    items: parts.flatMap(({ items }) => items),
    itemCount: parts.reduce((total, { itemCount }) => total + itemCount, 0),
    keywords: sum((part) => part.keywords),
    postings: sum((part) => part.postings),
    domains: counted.reduce((total, { domains }) => total + domains, 0),
    files,
  };
}

interface ReadAll {
  readonly results: readonly ReadPassResult[];
  /** All texts in their order. */
  readonly all: readonly IdentifiedFile[];
}

async function readAll({
  paths,
  options,
  folder,
  shards,
  held,
  withSample,
  run,
}: BuildOptions): Promise<ReadAll> {
  const steps = await dividedFiles(paths);
  const identified = await Promise.all(steps.map((files) => run('identify', { files, options })));
  const all = identified.flat();
  const firsts = new Map(all.toReversed().map(({ id, number }) => [id, number]));
  const results = await Promise.all(
    identified.map((files, index) =>
      run('read', {
        ...{ folder, shards, options, held },
        name: `updates-${index}`,
        files: files.filter(({ id, number }) => firsts.get(id) === number),
        withSample: withSample && index === 0,
      }),
    ),
  );
  return { results, all };
}

/** All texts of the paths in their order, in portions for one step each. */
async function dividedFiles(paths: readonly string[]): Promise<readonly (readonly BulkFile[])[]> {
  const portions: BulkFile[][] = [[]];
  let bytes = 0;
  let number = 0;
  for (const path of paths) {
    const bundle = await openBundle(path);
    for (const [entry, source] of bundle.sources.entries()) {
      number += 1;
      if (bytes > 0 && bytes + source.bytes > bytesInStep) {
        portions.push([]);
        bytes = 0;
      }
      portions.at(-1)?.push({ path, entry, number });
      bytes += source.bytes;
    }
    await bundle.close();
  }
  return portions;
}

const countedOnce = 'Built in bulk: domains were counted once, after all files.';

function reportsOf({ results, all }: ReadAll, changes: (id: string) => number): ImportReport[] {
  const read = results.flatMap(({ files }) => files);
  const byNumber = new Map(read.map((file) => [file.number, file]));
  const byId = new Map(read.map((file) => [file.id, file]));
  return all.flatMap(({ id, number }) => {
    const file = byNumber.get(number);
    if (file) return [reportOfFile(file, changes(id))];
    const first = byId.get(id);
    return first ? [{ ...reportOfFile(first, changes(id)), status: 'already_imported' as const }] : [];
  });
}

function reportOfFile({ name, id, format, counts, refusal }: ReadFile, changed: number): ImportReport {
  if (!counts) return reportOf(name, { format, ...(refusal && { problems: [refusal] }) });
  if (counts.taken === 0) return reportOf(name, { format, ...counts });
  return reportOf(name, {
    ...counts,
    import_id: id,
    format,
    status: 'imported',
    keywords_changed: changed,
    notes: [countedOnce],
  });
}

/** What is not made of keywords: that markets are held, which imports were made, and what the sample market has beside. */
async function writeExtras(
  { output, withSample, clock }: BuildOptions,
  results: readonly ReadPassResult[],
  files: readonly ImportReport[],
) {
  const path = join(output, 'extras.json');
  const markets = new Set(results.flatMap((result) => result.markets));
  const items: Item[] = [
    ...[...markets].sort().map((key) => ({ ...marketMarker(marketNamed(key)) })),
    ...files.flatMap((report) => registered(report, clock)),
    ...(withSample ? sampleExtras() : []),
  ];
  const writer = createLineWriter(path);
  for (const item of items) writer.add(spooled(exportLine(item)));
  writer.close();
  return { items: [path], itemCount: items.length };
}

function registered(report: ImportReport, clock: Clock): Item[] {
  const { import_id: id, file, format, rows, keywords_changed } = report;
  if (report.status !== 'imported' || id === null) return [];
  const started_at = new Date(clock()).toISOString();
  const entry = { import_id: id, file, format: format ?? 'json', started_at, rows, keywords_changed };
  return [sharedImportItem({ ...entry, status: 'complete' }, [report])];
}

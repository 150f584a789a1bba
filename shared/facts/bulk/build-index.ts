import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/platform/clock.ts';
import { type ImportReport, reportOf, sharedImportItem } from '../imports/import-register.ts';
import { openBundle } from '../imports/open-bundle.ts';
import { loadIntents } from '../intent/intent.ts';
import { marketNamed } from '../markets/markets.ts';
import type { Item } from '../stored-index/items/index-items.ts';
import { marketMarker } from '../stored-index/items/keys.ts';
import { sampleExtras } from '../stored-index/sample/sample-market.ts';
import { type CountResult, countDomains, makeHeads } from './count-domains.ts';
import { type FoldResult, foldKeywords, type ShardPass } from './fold-keywords.ts';
import { createItemFile, type WrittenItems } from './item-files.ts';
import {
  type BulkFile,
  type BulkOptions,
  type IdentifiedFile,
  identifyFiles,
  type ReadFile,
  type ReadPass,
  type ReadResult,
  readFiles,
} from './read-files.ts';

export interface BuildOptions {
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  /** For intermediate files; its content may be removed afterwards. */
  readonly folder: string;
  /** For the files of items; empty. */
  readonly output: string;
  /** Steps that run at once, and parts that keys are divided into; at most `mostShards`. */
  readonly shards: number;
  /** Whether the sample market is in the index, as in every fresh data folder. */
  readonly withSample: boolean;
  readonly clock: Clock;
  readonly run: RunStep;
  onPhase(phase: BuildPhase): void;
}

export type BuildPhase = 'reading' | 'keywords' | 'rows' | 'heads';

export interface BuiltIndex extends WrittenItems {
  readonly keywords: number;
  readonly postings: number;
  readonly domains: number;
  readonly files: readonly ImportReport[];
}

/** What each kind of step is given and gives. Both can go from one thread to another. */
export interface BulkSteps {
  identify: {
    readonly given: { readonly files: readonly BulkFile[]; readonly options: BulkOptions };
    readonly gives: readonly IdentifiedFile[];
  };
  read: { readonly given: ReadPass; readonly gives: ReadResult };
  fold: { readonly given: ShardPass; readonly gives: FoldResult };
  count: { readonly given: ShardPass; readonly gives: CountResult };
  heads: { readonly given: Omit<ShardPass, 'rows'>; readonly gives: WrittenItems };
}

/** Runs one step of a build, in whatever thread that is. */
export type RunStep = <Kind extends keyof BulkSteps>(
  kind: Kind,
  given: BulkSteps[Kind]['given'],
) => Promise<BulkSteps[Kind]['gives']>;

const steps: {
  readonly [Kind in keyof BulkSteps]: (given: BulkSteps[Kind]['given']) => Promise<BulkSteps[Kind]['gives']>;
} = {
  identify: ({ files, options }) => identifyFiles(files, options),
  read: readFiles,
  fold: async (given) => foldKeywords(given, await loadIntents()),
  count: async (given) => countDomains(given),
  heads: async (given) => makeHeads(given),
};

export const runBulkStep: RunStep = (kind, given) => steps[kind](given);

/**
 * Turns exports into all items of an index, as imports of the same files, one
 * after another, leave them on an empty table. Memory does not grow with the
 * files: what is between two steps lies on disk, and is removed once it is read.
 */
export async function buildIndex(build: BuildOptions): Promise<BuiltIndex> {
  const { folder, output, shards, options, withSample, run, onPhase } = build;
  const startedAt = build.clock();
  await mkdir(folder, { recursive: true });
  await mkdir(output, { recursive: true });
  const perShard = async <Result>(
    from: readonly { readonly rows: string }[],
    step: (given: ShardPass) => Promise<Result>,
  ) => {
    const rows = from.map((each) => each.rows);
    const given = { folder, output, shards, rows };
    const results = await Promise.all(
      Array.from({ length: shards }, (_, shard) => step({ ...given, shard })),
    );
    await Promise.all(rows.map((path) => rm(path)));
    return results;
  };
  onPhase('reading');
  const texts = await identified(build);
  const reads = await Promise.all(
    divided(withoutRepeats(texts), shards).map((files, part) =>
      run('read', {
        ...{ files, options, shards, withSample: withSample && part === 0 },
        rows: join(folder, `updates-${part}.sqlite`),
      }),
    ),
  );
  onPhase('keywords');
  const folds = await perShard(reads, (given) => run('fold', given));
  onPhase('rows');
  const counts = await perShard(folds, (given) => run('count', given));
  onPhase('heads');
  const heads = await perShard([], ({ rows: _, ...given }) => run('heads', given));
  const files = reportsOf(texts, reads, folds);
  const extras = createItemFile(join(output, 'extras.json'));
  for (const item of bareItems(reads, files, startedAt)) extras.add(item);
  if (withSample) for (const item of sampleExtras()) extras.add(item);
  const all = [...folds, ...counts, ...heads, extras.close()];
  return {
    items: all.flatMap(({ items }) => items),
    itemCount: sumOf(all.map(({ itemCount }) => itemCount)),
    keywords: sumOf(folds.map(({ keywords }) => keywords)),
    postings: sumOf(folds.map(({ postings }) => postings)),
    domains: sumOf(counts.map(({ domains }) => domains)),
    files,
  };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** All texts of the paths in their order, with the ids that they have as imports. */
async function identified({ paths, options, shards, run }: BuildOptions): Promise<readonly IdentifiedFile[]> {
  const texts: BulkFile[] = [];
  for (const path of paths) {
    const bundle = await openBundle(path);
    for (const [entry, { bytes }] of bundle.sources.entries())
      texts.push({ path, entry, bytes, number: texts.length + 1 });
    await bundle.close();
  }
  const parts = divided(texts, shards).map((files) => run('identify', { files, options }));
  return (await Promise.all(parts)).flat().sort((a, b) => a.number - b.number);
}

/** Texts in so many parts of about the same size; fewer where there are not so many texts, one at least. */
function divided<Text extends BulkFile>(texts: readonly Text[], most: number): Text[][] {
  const parts = Array.from({ length: Math.max(1, Math.min(most, texts.length)) }, () => newPart<Text>());
  for (const text of texts) {
    const smallest = parts.reduce((one, other) => (other.bytes < one.bytes ? other : one));
    smallest.bytes += text.bytes;
    smallest.texts.push(text);
  }
  return parts.map((part) => part.texts);
}

const newPart = <Text>(texts: Text[] = []) => ({ bytes: 0, texts });

/** A text that comes a second time is not read again. */
function withoutRepeats(texts: readonly IdentifiedFile[]): readonly IdentifiedFile[] {
  const ids = new Set<string>();
  return texts.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** What is not made of keywords: that markets are held, and which imports were made. */
function bareItems(
  reads: readonly ReadResult[],
  reports: readonly ImportReport[],
  startedAt: number,
): readonly Item[] {
  const markets = new Set(reads.flatMap((result) => result.markets));
  return [
    ...[...markets].sort().map((key) => ({ ...marketMarker(marketNamed(key)) })),
    ...reports.flatMap((report) => registered(report, startedAt)),
  ];
}

function registered(report: ImportReport, startedAt: number): Item[] {
  const { import_id: id, file, format, rows, keywords_changed } = report;
  if (report.status !== 'imported' || id === null) return [];
  const started_at = new Date(startedAt).toISOString();
  const entry = { import_id: id, file, format: format ?? 'json', started_at, rows, keywords_changed };
  return [sharedImportItem({ ...entry, status: 'complete' }, [report])];
}

const countedOnce = 'Built in bulk: domains were counted once, after all files.';

/** The outcome for each text, in their order. */
function reportsOf(
  texts: readonly IdentifiedFile[],
  reads: readonly ReadResult[],
  folds: readonly FoldResult[],
): ImportReport[] {
  const byId = new Map(reads.flatMap(({ files }) => files).map((file) => [file.id, file]));
  const changes = (id: string) => sumOf(folds.map((result) => result.changes[id] ?? 0));
  return texts.flatMap(({ id, number }) => {
    const file = byId.get(id);
    if (!file) return [];
    const report = reportOfFile(file, changes(id));
    return file.number === number ? [report] : [{ ...report, status: 'already_imported' as const }];
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

import { sharedImportItem } from '#shared/facts/imports/import-register.ts';
import { type ImportReport, reportOf } from '#shared/facts/imports/import-report.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { marketMarker } from '#shared/facts/stored-index/items/keys.ts';
import type { BuildPlan } from './build-plan.ts';
import type { KeywordPassResult } from './keyword-pass.ts';
import { marketNamed } from './market-keys.ts';
import type { ReadFile, ReadPassResult } from './read-pass.ts';
import type { RowPassResult } from './row-pass.ts';
import type { WrittenItems } from './shard-pass.ts';

export interface BuiltIndex {
  /** Files of items in DynamoDB JSON, a line each; every file in the order of its keys. */
  readonly items: readonly string[];
  readonly itemCount: number;
  readonly keywords: number;
  readonly postings: number;
  readonly domains: number;
  readonly files: readonly ImportReport[];
}

/** What the steps of a build gave, each kind in the order of its portions or shards. */
export interface BuiltParts {
  readonly reads: readonly ReadPassResult[];
  readonly folds: readonly KeywordPassResult[];
  readonly counts: readonly RowPassResult[];
  readonly heads: readonly WrittenItems[];
}

/** What a build came to; `extras` are the items that no step by shards makes. */
export function builtIndex(
  plan: BuildPlan,
  parts: BuiltParts,
  extras: Pick<BuiltIndex, 'items' | 'itemCount'>,
): BuiltIndex {
  const { folds, counts, heads } = parts;
  const all = [...folds, ...counts, ...heads, extras];
  return {
    items: all.flatMap(({ items }) => items),
    itemCount: sumOf(all.map(({ itemCount }) => itemCount)),
    keywords: sumOf(folds.map(({ keywords }) => keywords)),
    postings: sumOf(folds.map(({ postings }) => postings)),
    domains: sumOf(counts.map(({ domains }) => domains)),
    files: reportsOf(plan, parts),
  };
}

/** What is not made of keywords: that markets are held, and which imports were made. */
export function bareItems(plan: BuildPlan, parts: Pick<BuiltParts, 'reads' | 'folds'>): readonly Item[] {
  const markets = new Set(parts.reads.flatMap((result) => result.markets));
  return [
    ...[...markets].sort().map((key) => ({ ...marketMarker(marketNamed(key)) })),
    ...reportsOf(plan, parts).flatMap((report) => registered(report, plan)),
  ];
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const countedOnce = 'Built in bulk: domains were counted once, after all files.';

/** The outcome for each text, in their order. */
function reportsOf(plan: BuildPlan, { reads, folds }: Pick<BuiltParts, 'reads' | 'folds'>): ImportReport[] {
  const read = reads.flatMap(({ files }) => files);
  const byNumber = new Map(read.map((file) => [file.number, file]));
  const byId = new Map(read.map((file) => [file.id, file]));
  const changes = (id: string) => sumOf(folds.map((result) => result.changes[id] ?? 0));
  return plan.portions.flat().flatMap(({ id, number }) => {
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

function registered(report: ImportReport, { startedAt }: BuildPlan): Item[] {
  const { import_id: id, file, format, rows, keywords_changed } = report;
  if (report.status !== 'imported' || id === null) return [];
  const started_at = new Date(startedAt).toISOString();
  const entry = { import_id: id, file, format: format ?? 'json', started_at, rows, keywords_changed };
  return [sharedImportItem({ ...entry, status: 'complete' }, [report])];
}

import type * as v from 'valibot';
import type { rowCounts } from '#shared/contract/own-imports.ts';
import type { CompetitionLevel, Immutable, Intent, Listing, MonthVolume } from '#shared/contract/rows.ts';
import type { ConsoleRow } from '#shared/facts/own-sites/console-row.ts';

/** What every record says of its place: the line (CSV, JSONL) or ordinal (JSON) in its file, and its market where the file names one. */
interface Placed {
  readonly line: number;
  readonly location?: string | undefined;
  readonly language?: string | undefined;
}

/** Metrics as a file gives them; unknown is null. */
export interface GivenMetrics {
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly level: CompetitionLevel | null;
  readonly difficulty: number | null;
  readonly intent: Intent | null;
  readonly trend: readonly MonthVolume[];
  /** Item types of the keyword's listing, where the file names them without a listing. */
  readonly features?: readonly string[] | null;
  /** The keyword whose best page answers this one too. */
  readonly parent?: string | undefined;
}

/** A result for a keyword, one of a listing or of one site. */
export interface RankRecord extends Placed {
  readonly kind: 'rank';
  readonly keyword: string;
  readonly position: number;
  readonly url: string;
  readonly title: string | null;
  readonly snippet: string | null;
  /** Whether the file holds the results of one site only. */
  readonly isOneSite: boolean;
  readonly metrics: GivenMetrics | null;
  /** Item types of the listing, where the file names them. */
  readonly features: readonly string[] | null;
  /** Unix seconds; undefined where the row does not say. */
  readonly at: number | undefined;
  readonly leftOut?: string | undefined;
}

export interface MetricsRecord extends Placed {
  readonly kind: 'metrics';
  readonly keyword: string;
  readonly metrics: GivenMetrics;
  readonly at: number | undefined;
  /** What the row says beside and nothing is made of, such as a position that is too deep. */
  readonly leftOut?: string | undefined;
}

/** A whole listing; `fetched_at` is null where the file does not say: its own time is none of the listing. */
export interface ListingRecord extends Placed {
  readonly kind: 'listing';
  readonly listing: Listing;
}

/** A row that cannot be used. `reason` is a sentence for the operator. */
export interface BadRecord {
  readonly kind: 'bad';
  readonly line: number;
  readonly reason: string;
}

/** Counts of one site from its own console; belongs to one account. */
export interface ConsoleRecord {
  readonly kind: 'console';
  readonly line: number;
  readonly row: ConsoleRow;
  /** The same of an earlier period, where the export compares two. */
  readonly before?: ConsoleRow | undefined;
  /** Property and kind of search, where the row says. */
  readonly site?: string | undefined;
  readonly searchType?: string | undefined;
}

/** One link to a site, or what a file says of all links from another site to it. */
export interface LinkRecord {
  readonly kind: 'link';
  readonly line: number;
  /** Page or site that links. */
  readonly from: string;
  /** Page that is linked to; null where the file does not say. */
  readonly to: string | null;
  /** More than one where the row stands for a whole site. */
  readonly links: number;
  /** Whether `from` is a site and no page. */
  readonly isSite: boolean;
  readonly anchor: string | null;
  readonly dofollow: boolean | null;
  /** `YYYY-MM-DD`. */
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly lost: boolean;
  /** The day, where the row says it, and the tool's own word for the cause. */
  readonly lostAt: string | null;
  readonly lostReason: string | null;
  readonly rank: { readonly value: number; readonly scale: number } | null;
}

/** A row that was understood and rightly gives nothing; `reason` is a few words that many rows share. */
export interface SkippedRecord {
  readonly kind: 'skipped';
  readonly line: number;
  readonly reason: string;
}

/** What the shared index takes. */
export type IndexRecord = RankRecord | MetricsRecord | ListingRecord;
export type ImportRecord = IndexRecord | ConsoleRecord | LinkRecord | SkippedRecord | BadRecord;

/** Thrown while a row is read; becomes a bad record with its line. */
export class BadRowError extends Error {
  override readonly name = 'BadRowError';
}

/** What is read of a row, or why it is a bad one. */
export function orBad<Row>(line: number, read: () => Row): Row | BadRecord {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadRowError) return { kind: 'bad', line, reason: error.message };
    throw error;
  }
}

export const otherKind = 'The row is of another kind than those before it.';

export const noMetrics: GivenMetrics = {
  volume: null,
  cpc: null,
  level: null,
  difficulty: null,
  intent: null,
  trend: [],
};

/** Whether any of the metrics is known. */
export function hasMetrics(metrics: GivenMetrics): boolean {
  const { volume, cpc, level, difficulty, intent, trend } = metrics;
  return [volume, cpc, level, difficulty, intent].some((value) => value !== null) || trend.length > 0;
}

/** How the rows of a file were counted: `rows` = `taken` + all that were skipped + `bad_rows`. */
export type RowCounts = Immutable<v.InferOutput<typeof rowCounts>>;

const mostProblems = 20;
const mostLines = 5;
const mostReasons = 30;

export type RowCounter = ReturnType<typeof createRowCounter>;

/** Counts the rows of a file by their outcome. */
export function createRowCounter() {
  const skipped = new Map<string, { rows: number; lines: number[] }>();
  const leftOut = new Map<string, { rows: number; lines: number[] }>();
  const problems: { line: number; reason: string }[] = [];
  let taken = 0;
  let bad = 0;
  return {
    take(part?: { readonly line: number; readonly reason: string | undefined }): void {
      taken += 1;
      if (part?.reason !== undefined) note(leftOut, part.line, part.reason);
    },
    skip: (line: number, reason: string): void => note(skipped, line, reason),
    bad(line: number, reason: string): void {
      bad += 1;
      if (problems.length < mostProblems) problems.push({ line, reason });
    },
    counts(): RowCounts {
      const groups = [...skipped].map(([reason, group]) => ({ reason, ...group }));
      const rows = taken + bad + groups.reduce((sum, group) => sum + group.rows, 0);
      return {
        rows,
        taken,
        skipped: groups,
        left_out: [...leftOut].map(([reason, group]) => ({ reason, ...group })),
        bad_rows: bad,
        problems,
      };
    },
  };
}

function note(groups: Map<string, { rows: number; lines: number[] }>, line: number, reason: string): void {
  const key = groups.size < mostReasons || groups.has(reason) ? reason : 'Other reasons';
  const group = groups.get(key) ?? { rows: 0, lines: [] };
  group.rows += 1;
  if (group.lines.length < mostLines) group.lines.push(line);
  groups.set(key, group);
}

/** Counts a record that is not to be used: true where it is one. */
export function countsAsUnused(counter: RowCounter, record: ImportRecord): boolean {
  if (record.kind === 'bad') counter.bad(record.line, record.reason);
  if (record.kind === 'skipped') counter.skip(record.line, record.reason);
  return record.kind === 'bad' || record.kind === 'skipped';
}

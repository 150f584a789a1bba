import type { CompetitionLevel, Intent, Listing, MonthVolume } from '#shared/contract/rows.ts';
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

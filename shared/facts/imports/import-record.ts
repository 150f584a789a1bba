import type { CompetitionLevel, Intent, MonthVolume } from '#shared/contract/rows.ts';
import type { Listing } from '#shared/facts/sources/ports.ts';

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
  /** Unix seconds; the file's own time where it does not say. */
  readonly at: number | undefined;
}

export interface MetricsRecord extends Placed {
  readonly kind: 'metrics';
  readonly keyword: string;
  readonly metrics: GivenMetrics;
  readonly at: number | undefined;
}

/** A whole listing; `fetched_at` is empty where the file does not say. */
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

export type ImportRecord = RankRecord | MetricsRecord | ListingRecord | BadRecord;

/** Thrown while a row is read; becomes a bad record with its line. */
export class BadRowError extends Error {
  override readonly name = 'BadRowError';
}

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

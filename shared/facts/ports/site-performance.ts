import type * as v from 'valibot';
import type {
  explainedChange,
  explainQuestion,
  newSiteChange,
  siteChange,
} from '#shared/contract/site-changes.ts';
import type {
  indexStatusRow,
  indexStatusSummary,
  performanceHead,
  performanceRow,
  performanceSorts,
} from '#shared/contract/site-performance.ts';
import type { AiOverview, RankMarket } from '#shared/contract/watch.ts';

export interface AskedPerformance {
  readonly property?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compare?: string | undefined;
  /** Names with commas between. */
  readonly dimensions: string;
  /** Conditions `dimension:operator:value` with semicolons between. */
  readonly filter: string;
  readonly search_type: string;
  readonly sort: (typeof performanceSorts)[number];
}

/** A slice with all its rows. `mark` is the same for the same question and state of the rows. */
export interface SitePerformance {
  readonly mark: string;
  readonly head: v.InferOutput<typeof performanceHead>;
  readonly rows: readonly v.InferOutput<typeof performanceRow>[];
}

/** Names the member of a question that cannot be answered. */
export interface PerformanceFault {
  readonly fault: { readonly name: string; readonly message: string };
}
export type ExplainAnswer = ExplainedChange | PerformanceFault;
export type PerformanceAnswer = SitePerformance | PerformanceFault;

export type IndexStatus = v.InferOutput<typeof indexStatusRow>;

/** Inspected pages counted; null where there are none. */
export function indexSummary(pages: readonly IndexStatus[]): v.InferOutput<typeof indexStatusSummary> | null {
  if (pages.length === 0) return null;
  const byVerdict: Record<string, number> = {};
  for (const { verdict } of pages) {
    const name = verdict ?? 'unknown';
    byVerdict[name] = (byVerdict[name] ?? 0) + 1;
  }
  const having = (problem: IndexStatus['problem']) => pages.filter((page) => page.problem === problem).length;
  const times = pages.map(({ inspected_at }) => inspected_at);
  return {
    inspected: pages.length,
    by_verdict: byVerdict,
    not_indexed: having('not_indexed'),
    canonical_mismatch: having('canonical_mismatch'),
    last_inspected_at: times.toSorted().at(-1) ?? null,
  };
}

/** What the calling account's connection to Search Console has synced; undefined of a site that it has not connected. */
export interface ConnectedSites {
  readonly connectAt: string;
  performance(site: string, asked: AskedPerformance): Promise<SitePerformance | undefined>;
  /** The rows of a question that a dataset has kept. */
  performanceRows(
    site: string,
    asked: Readonly<Record<string, string>>,
  ): Promise<readonly object[] | undefined>;
  /** Why the clicks of a site changed, from what is synced of it, else from two periods that were uploaded. */
  explain(site: string, asked: AskedChange): Promise<ExplainedChange | undefined>;
  /** Keeps what was changed on which pages of a site; `now` in milliseconds since 1970. */
  record(site: string, change: NewSiteChange, now: number): Promise<SiteChange>;
  /** Pages with a problem first, then most clicks first. */
  indexStatus(site: string, property?: string): Promise<readonly IndexStatus[] | undefined>;
}

/** A row as lists have it: its keys, counts and the change beside each other. */
export function flatRow({ keys, before, ...counts }: SitePerformance['rows'][number]) {
  return {
    ...keys,
    ...counts,
    ...(before && {
      clicks_before: before.clicks,
      clicks_change: counts.clicks - before.clicks,
      impressions_before: before.impressions,
      average_position_before: before.average_position,
    }),
  };
}

/** Two periods of a site, and which part of it, as callers write them. */
export type AskedChange = v.InferOutput<v.ObjectSchema<typeof explainQuestion, undefined>>;

export type ExplainedChange = v.InferOutput<typeof explainedChange> & {
  /** As provenance names it: the property, or an import. */
  readonly connectionId: string;
  /** Everything that carries each part, largest first. */
  readonly carriers: readonly (Carried & { readonly part: string })[];
};

export type Carried = v.InferOutput<typeof explainedChange>['parts'][number]['carried_by'][number];

export type NewSiteChange = v.InferOutput<typeof newSiteChange>;
export type SiteChange = v.InferOutput<typeof siteChange>;

/** Queries of a site, and two periods of days, `YYYY-MM-DD`. */
export interface TrackedQuestion {
  readonly site: string;
  readonly queries: readonly string[];
  readonly before: { readonly from: string; readonly to: string };
  readonly now: { readonly from: string; readonly to: string };
}

/** Where a tracker saw a site for a query, and who stood beside it. */
export interface TrackedPlace {
  readonly day: string;
  /** Null where it was not among the results that were looked at. */
  readonly position: number | null;
  readonly aiOverview: AiOverview;
  readonly rivals: Readonly<Record<string, number>>;
}

export interface TrackedChange {
  readonly tracker: string;
  readonly query: string;
  readonly market: RankMarket;
  readonly before: TrackedPlace;
  readonly after: TrackedPlace;
}

import type * as v from 'valibot';
import type { AiOverview, RankMarket } from '#shared/contract/ranks.ts';
import type {
  explainedChange,
  explainQuestion,
  newSiteChange,
  siteChange,
} from '#shared/contract/site-changes.ts';

/** Two periods of a site, and which part of it, as callers write them. */
export type AskedChange = v.InferOutput<v.ObjectSchema<typeof explainQuestion, undefined>>;

export type ExplainedChange = v.InferOutput<typeof explainedChange> & {
  /** As provenance names it: the property, or an import. */
  readonly connectionId: string;
  /** Everything that carries each part, largest first. */
  readonly carriers: readonly (Carried & { readonly part: string })[];
};

export interface Carried {
  readonly query: string | null;
  readonly page: string | null;
  readonly clicks: number;
}

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
  /** Place of each rival that ranks. */
  readonly rivals: Readonly<Record<string, number>>;
}

export interface TrackedChange {
  /** Name of the tracker. */
  readonly tracker: string;
  readonly query: string;
  readonly market: RankMarket;
  readonly before: TrackedPlace;
  readonly after: TrackedPlace;
}

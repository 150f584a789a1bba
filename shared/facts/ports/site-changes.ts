import type * as v from 'valibot';
import type { explainedChange, explainQuestion, siteChange } from '#shared/contract/site-changes.ts';

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

export type SiteChange = v.InferOutput<typeof siteChange>;

import type { Market } from './market.ts';

/** Whom a question is about. */
export type Subject = { readonly domain: string } | { readonly keyword: string } | { readonly url: string };

/** What the stored index knows of itself, beside the facts in it. Nothing here fails: what cannot be read is not known. */
export interface IndexNotes {
  /** For a time at which a place was seen (ISO 8601), the measured share of places of that age that hold within one position; undefined where too few were compared. */
  confidenceOf(): Promise<(observedAt: string) => number | undefined>;
  /** Other markets in which the index knows the subject. */
  knownIn(subject: Subject, except: Market): Promise<readonly Market[]>;
}

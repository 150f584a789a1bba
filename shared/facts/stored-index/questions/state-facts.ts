import { connectionOf, sampleSource } from '../items/index-source.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import type { Origin } from './stored-facts.ts';

/** When a keyword's newest fact was seen and by which connection, and whether any of its facts is generated. */
export function originOfState({ metrics, listing }: KeywordState): Origin {
  const newest = (metrics?.at ?? 0) > (listing?.at ?? 0) ? metrics : listing;
  const connection = newest ? connectionOf(newest.source) : undefined;
  return {
    at: newest?.at ?? 0,
    isSample: metrics?.source === sampleSource || listing?.source === sampleSource,
    ...(connection !== undefined && { connection }),
  };
}

import { sampleSource } from '../items/index-source.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import type { Origin } from './stored-facts.ts';

/** When a keyword's newest fact was seen, and whether any of its facts is generated. */
export function originOfState({ metrics, listing }: KeywordState): Origin {
  return {
    at: Math.max(metrics?.at ?? 0, listing?.at ?? 0),
    isSample: metrics?.source === sampleSource || listing?.source === sampleSource,
  };
}

import { connectionOf, sampleSource } from '../items/index-source.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import { type Origin, originOf, unknownOrigin } from './stored-facts.ts';

/** When a keyword's newest fact was seen, whether any is generated, and the connection where one gave them all. */
export function originOfState({ metrics, listing }: KeywordState): Origin {
  return originOf([metrics, listing].flatMap((part) => (part ? originOfPart(part) : [])));
}

/** The same of its listing alone, for what is said about places. */
export function originOfListing({ listing }: KeywordState): Origin {
  return listing ? originOfPart(listing) : unknownOrigin;
}

function originOfPart({ at, source }: { readonly at: number; readonly source: string }): Origin {
  const connection = connectionOf(source);
  return { at, isSample: source === sampleSource, ...(connection !== undefined && { connection }) };
}

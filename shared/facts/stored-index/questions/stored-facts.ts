import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import { widenedNotice } from '#shared/facts/markets/markets.ts';
import type { Fact, Notice } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { connectionOf, importPrefix, sampleSource } from '../items/index-items.ts';
import { importPartition, rowPrefix } from '../items/keys.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import type { Posting } from '../items/posting.ts';
import { readPosting } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';

/** When the newest row of an answer was seen, and whether any of them is generated. */
export interface Origin {
  /** Unix seconds; 0 where nothing is known. */
  readonly at: number;
  readonly isSample: boolean;
  /** The import that it is from, where an answer comes from one. */
  readonly connection?: string;
}

export const unknownOrigin: Origin = { at: 0, isSample: false };

interface Answer<Value> {
  readonly value: Value;
  readonly origin: Origin;
  /** What to say when nothing is known about the subject; undefined where something is. */
  readonly nothingKnown?: string | undefined;
  readonly notices?: readonly Notice[];
}

/** An answer of the stored index with its origin and the notices for the caller. */
export function storedFact<Value>(
  { value, origin, nothingKnown, notices = [] }: Answer<Value>,
  market?: Market,
  sourceClass: SourceClass = 'search_index',
): Fact<Value> {
  const widened = market && widenedNotice(market);
  return {
    value,
    provenance: provenanceOf(origin, sourceClass),
    notices: [
      ...(widened ? [widened] : []),
      ...(nothingKnown ? [{ code: 'no_data', message: nothingKnown } as const] : []),
      ...(origin.isSample ? [sampleNotice] : []),
      ...notices,
    ],
  };
}

export const sampleNotice: Notice = {
  code: 'sample_data',
  message:
    'From the generated sample market of .example domains. Import data or configure a live source for real facts.',
};

function provenanceOf({ at, isSample, connection }: Origin, sourceClass: SourceClass): Provenance {
  return {
    source_class: sourceClass,
    method: sourceClasses[sourceClass].method,
    observed_at: at > 0 ? secondsToIso(at) : null,
    confidence: sourceClasses[sourceClass].confidence,
    ...(sourceClass === 'search_index' && { confidence_basis: 'assumed' }),
    connection_id: isSample ? sampleSource : (connection ?? null),
    cache_hit: false,
  };
}

export function secondsToIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The origin of an answer made from several rows: as new as its newest, generated if any is, from an import if all are. */
export function originOf(rows: Iterable<Origin>): Origin {
  let at = 0;
  let isSample = false;
  const connections = new Set<string | undefined>();
  for (const row of rows) {
    at = Math.max(at, row.at);
    isSample ||= row.isSample;
    connections.add(row.connection);
  }
  const [connection] = connections;
  return { at, isSample, ...(connections.size === 1 && connection !== undefined && { connection }) };
}

/** Where postings are from: as `originOf`, with the import where one gave all of them. */
export type PostingOrigin = (postings: readonly Posting[]) => Promise<Origin>;

/**
 * A row has the number of its import only; the id is in the list of imports, half a
 * unit away, and is kept: an id never changes.
 */
export function createPostingOrigin(table: IndexReader): PostingOrigin {
  const known = new Map<number, string | undefined>();
  return async (postings) => {
    const origin = originOf(postings);
    const [first] = postings;
    const number = first?.importNumber ?? null;
    if (number === null || postings.some(({ importNumber }) => importNumber !== number)) return origin;
    if (!known.has(number)) known.set(number, await importWith(table, number));
    const connection = known.get(number);
    return connection === undefined ? origin : { ...origin, connection };
  };
}

/** The one import whose id begins so; undefined where it was undone, or where the start is that of two. */
async function importWith(table: IndexReader, number: number): Promise<string | undefined> {
  const { items } = await table.range({ pk: importPartition, prefix: importPrefix(number), limit: 2 });
  const [only] = items;
  return items.length === 1 && only ? connectionOf(String(only.sk)) : undefined;
}

/** Rows of a domain or page as one read gives them. */
interface PostingsPart {
  readonly postings: readonly Posting[];
  /** Sort key behind which the rows go on; undefined at their end. */
  readonly next: string | undefined;
}

/** Every row of the partition `pk`, most traffic first, a megabyte at a time, from its start or behind a sort key. */
export async function* postingParts(
  table: IndexReader,
  pk: string,
  host: string,
  from?: string,
): AsyncGenerator<PostingsPart> {
  let after = from === undefined ? undefined : { pk, sk: from };
  do {
    const range = await table.range({ pk, prefix: rowPrefix, after });
    yield { postings: range.items.map((item) => readPosting(item, host)), next: range.next?.sk };
    after = range.next;
  } while (after);
}

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

import type { Listing } from '#shared/contract/rows.ts';
import { marketName } from '#shared/facts/answers/answer.ts';
import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Fact, Notice } from '#shared/facts/ports/fact.ts';
import { organicOnly } from '#shared/facts/ports/listings.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** A stored listing that is older than this is called stale: results of most queries move within a day. */
const freshMs = 24 * 3_600_000;

/**
 * The listing as it is now where a live source is configured, else the newest
 * stored one. Fails, and so costs nothing, where there is neither: without a
 * listing there is nothing to tell, not even that the query has no results.
 */
export async function readListing(
  query: string,
  depth: number,
  context: ToolContext,
): Promise<Fact<Listing>> {
  const { sources, market, signal } = context;
  const source = sources.liveListings ?? sources.storedListings;
  const found = await source.listing(query, market, depth, signal);
  if (found.value) return withNotices(found, found.value, depth, context);
  if (source.kind === 'live') return { ...found, value: emptyListing(query, depth, context.now) };
  throw new ServiceError(
    'no_live_source',
    `No listing of this query is stored for ${marketName(market)}, and no live source is configured to fetch one. ${await whereItIs(query, depth, context)} Nothing was charged.`,
  );
}

/** What can be asked in place of a listing that is not there: a market that has one, or what is known of the query. */
async function whereItIs(
  query: string,
  depth: number,
  { sources, market, signal }: ToolContext,
): Promise<string> {
  const others = (await sources.notes?.knownIn({ keyword: query }, market)) ?? [];
  for (const other of others) {
    const { value } = await sources.storedListings.listing(query, other, depth, signal);
    if (value) return `One is stored for ${marketName(other)}: ask there.`;
  }
  const [known] = others;
  return known
    ? `inspect_keyword knows the query in ${marketName(known)}, without a listing.`
    : 'Import a listing of it; inspect_keyword tells what else is known of it.';
}

function withNotices(
  found: Fact<Listing | null>,
  listing: Listing,
  depth: number,
  { sources, now }: ToolContext,
): Fact<Listing> {
  const notices: Notice[] = [...found.notices];
  if (!sources.liveListings && now - Date.parse(listing.fetched_at ?? '1970') > freshMs)
    notices.push({
      code: 'stale_data',
      message: `${seenWhen(listing)}; no live source is configured to fetch a newer one.`,
    });
  if (listing.depth < depth)
    notices.push({
      code: 'partial_answer',
      message: `The listing reaches ${listing.depth} results; ${depth} were asked for.`,
    });
  return { provenance: found.provenance, notices, value: listing };
}

function seenWhen({ fetched_at: seen }: Listing): string {
  return seen === null
    ? 'When the listing was seen is unknown: the file that it is from does not say'
    : `The listing was seen at ${seen}`;
}

/** A search engine that finds nothing is an answer too. */
function emptyListing(query: string, depth: number, now: number): Listing {
  return {
    query,
    fetched_at: new Date(now).toISOString(),
    depth,
    item_types_present: [],
    organic: [],
    ...organicOnly,
  };
}

import * as v from 'valibot';
import { organicRow } from '#shared/contract/rows.ts';
import type { Listing } from '#shared/facts/sources/listings.ts';
import { pack, unpack } from './packing.ts';

/**
 * The texts of a listing. Its first rows and all that is not organic are one
 * item, so that a keyword's detail reads little; deeper rows are another.
 */
export const headRows = 20;

const nullableText = v.nullable(v.string());
const link = { domain: v.string(), url: v.string(), title: nullableText };

const packedHead = v.object({
  query: v.string(),
  fetched_at: v.string(),
  depth: v.number(),
  item_types_present: v.array(v.string()),
  organic: v.array(organicRow),
  ai_overview: v.nullable(v.object({ text: nullableText, references: v.array(v.object(link)) })),
  paid: v.array(
    v.object({ position: v.number(), domain: v.string(), url: nullableText, title: nullableText }),
  ),
  local_pack: v.array(
    v.object({
      position: v.number(),
      title: v.string(),
      domain: nullableText,
      url: nullableText,
      rating: v.nullable(v.object({ value: v.nullable(v.number()), votes_count: v.nullable(v.number()) })),
      is_paid: v.boolean(),
    }),
  ),
  featured_snippet: v.nullable(v.object({ ...link, text: nullableText })),
  people_also_ask: v.array(v.string()),
  related_searches: v.array(v.string()),
});

/** A listing in one or two packed parts; the second only where it has more than `headRows` results. */
export function packListing(listing: Listing): readonly [head: Uint8Array, tail?: Uint8Array] {
  const head = pack({ ...listing, organic: listing.organic.slice(0, headRows) });
  const rest = listing.organic.slice(headRows);
  return rest.length > 0 ? [head, pack(rest)] : [head];
}

/** The listing of its packed parts; without the second part it ends after `headRows` results. */
export function unpackListing(head: Uint8Array, tail?: Uint8Array): Listing {
  const listing = v.parse(packedHead, unpack(head));
  const rest = tail ? v.parse(v.array(organicRow), unpack(tail)) : [];
  return { ...listing, organic: [...listing.organic, ...rest] };
}

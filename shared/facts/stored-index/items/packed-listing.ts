import * as v from 'valibot';
import { type Listing, listing, organicRow } from '#shared/contract/rows.ts';
import { pack, unpack } from './packing.ts';

/**
 * The texts of a listing. Its first rows and all that is not organic are one
 * item, so that a keyword's detail reads little; deeper rows are another.
 */
export const headRows = 20;

/** A listing in one or two packed parts; the second only where it has more than `headRows` results. */
export function packListing(whole: Listing): readonly [head: Uint8Array, tail?: Uint8Array] {
  const head = pack({ ...whole, organic: whole.organic.slice(0, headRows) });
  const rest = whole.organic.slice(headRows);
  return rest.length > 0 ? [head, pack(rest)] : [head];
}

/** The listing of its packed parts; without the second part it ends after `headRows` results. */
export function unpackListing(head: Uint8Array, tail?: Uint8Array): Listing {
  const first = v.parse(listing, unpack(head));
  const rest = tail ? v.parse(v.array(organicRow), unpack(tail)) : [];
  return { ...first, organic: [...first.organic, ...rest] };
}

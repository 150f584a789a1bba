import * as v from 'valibot';

/** What a session or a connection keeps of the person in whose name it was made, and no answer shows. */
export const standingItem = v.object({
  id: v.string(),
  /** SHA-256 of the address that was invited: where the person's item is. */
  address_hash: v.string(),
  term: v.string(),
  person: v.string(),
});
export type Standing = v.InferOutput<typeof standingItem>;

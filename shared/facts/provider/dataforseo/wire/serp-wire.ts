import * as v from 'valibot';
import {
  count,
  flag,
  number,
  optionalRows,
  part,
  requiredText,
  rows,
  text,
  time,
  webAddress,
} from './wire.ts';

/** A listing, reduced to the item types and members that are used; of other types only the name is kept. */

const reference = v.object({ domain: text, url: webAddress, title: text });
const references = optionalRows(reference);

export const overviewElement = v.object({
  text,
  references,
  components: optionalRows(v.object({ text, references })),
});

const item = v.object({
  type: requiredText,
  rank_group: count,
  rank_absolute: count,
  domain: text,
  url: webAddress,
  title: text,
  description: text,
  is_paid: flag,
  rating: part({ value: number, votes_count: count }),
  markdown: text,
  references,
  /** Strings, questions or parts of an answer, by the item's type. */
  items: v.pipe(
    v.fallback(v.nullish(v.array(v.unknown()), []), []),
    v.transform((list) => list.slice(0, 100)),
  ),
});
export type SerpItem = v.InferOutput<typeof item>;

export const serpListing = v.object({
  datetime: time,
  item_types: optionalRows(requiredText),
  items: rows(item, 500),
});
export type SerpListing = v.InferOutput<typeof serpListing>;

export const question = v.object({ title: requiredText });

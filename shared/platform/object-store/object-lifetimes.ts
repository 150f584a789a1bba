/**
 * Days after which what is stored under a prefix is deleted: by the bucket's
 * lifecycle rules when deployed, by `local/data/delete-expired.ts` on one
 * machine. Both delete after the last day is over, so that nothing goes while
 * a caller may still read it.
 */
export const objectLifetimes = {
  /** Paid answers, as long as their usage records. */
  'answers/': 396,
  /** Pages of crawls, as long as the events that tell of them. */
  'crawls/': 400,
  'datasets/': 7,
  /** Kept answers of Idempotency-Keys, which are free after one day. */
  'idempotency/': 2,
  /** Items of a generation of the index, on their way into its table. */
  'index-imports/': 14,
  /** Deleted once they are imported; these are the ones that nobody started. */
  'uploads/': 1,
} as const;

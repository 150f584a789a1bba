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

/** Files by key: S3 when deployed, a folder on one machine. Keys use `/` and no leading slash. */
export interface ObjectStore {
  /** An object is there whole or not at all. One that comes in pieces is never held whole. */
  put(key: string, body: ObjectBody, options?: ObjectOptions): Promise<void>;
  /** Undefined where there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** The same in pieces, as they come: never held whole. */
  open(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** A link that downloads the object without a credential until it expires. */
  downloadUrl(key: string, options: DownloadOptions): Promise<string>;
  /** A link by which one file of exactly this size is sent, as the body of a PUT, without a credential until it expires. */
  uploadUrl(key: string, options: UploadOptions): Promise<string>;
  delete(key: string): Promise<void>;
  /** Keys under a prefix, in order; only those that sort after `after`, where it is given. */
  list(prefix: string, options?: { readonly after?: string }): AsyncIterable<string>;
}

export type ObjectBody = Uint8Array | AsyncIterable<Uint8Array>;

interface ObjectOptions {
  readonly contentType?: string;
  readonly contentEncoding?: 'gzip';
}

export interface DownloadOptions {
  readonly fileName: string;
  readonly expiresInSeconds: number;
}

export interface UploadOptions {
  readonly bytes: number;
  readonly expiresInSeconds: number;
}

/** At most what S3 takes, less room for a temporary suffix in a file name. */
const maxKeyLength = 900;

/**
 * The key itself where it is one that every store can hold, else an exception:
 * plain names joined by `/`, so that no key leads out of a folder or needs escaping in a URL.
 */
export function checkedKey(key: string): string {
  const segments = key.split('/');
  const isPlain = (segment: string) => /^[\w=][\w.=-]*$/u.test(segment);
  if (key.length > maxKeyLength || !segments.every(isPlain))
    throw new RangeError('An object key is made of letters, digits and ._=- between slashes.');
  return key;
}

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

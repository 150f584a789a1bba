/** How many numbers a feature can hash to: enough that two that are known seldom meet. */
const featureBuckets = 524_288;

/**
 * What the model looks at in a keyword, each as the number of a bucket, each
 * bucket once: its words, pairs of neighbours, first and last words, pieces of
 * four letters, and its shape. All digits are one, so that a size that was not
 * seen looks like one that was. Words are as `wordsOf` gives them; training
 * and answering go through this one function.
 */
export function intentFeatures(given: readonly string[]): readonly number[] {
  const words = given.map((word) => word.replaceAll(/\d/gu, '0'));
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  const marks = [
    `n:${Math.min(words.length, 8)}`,
    `f:${first}`,
    `l:${last}`,
    `e:${first} ${last}`,
    `o:${first} ${words[1] ?? ''}`,
    `z:${words.at(-2) ?? ''} ${last}`,
    `s:${last.slice(-3)}`,
    ...(words.some((word) => word.includes('0')) ? ['d'] : []),
    ...words.map((word) => `w:${word}`),
    ...words.slice(1).map((word, index) => `b:${words[index]} ${word}`),
    ...words.flatMap(piecesOf),
  ];
  return [...new Set(marks.map(bucketOf))];
}

const pieceLength = 4;

/** Pieces of a word with its ends marked, so that a plural or an unknown name looks like those that are known. */
function piecesOf(word: string): string[] {
  const marked = `<${word}>`;
  if (marked.length <= pieceLength) return [];
  return Array.from(
    { length: marked.length - pieceLength + 1 },
    (_, start) => `c:${marked.slice(start, start + pieceLength)}`,
  );
}

/** FNV-1a over UTF-16 units, folded so that the low bits depend on all of them. */
function bucketOf(mark: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < mark.length; index += 1)
    hash = Math.imul(hash ^ mark.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % featureBuckets;
}

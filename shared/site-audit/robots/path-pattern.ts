/** A path pattern of a robots.txt, cut at its wildcards so that matching is a few searches. */
export interface PathPattern {
  /** Literal parts between the `*`s. */
  readonly parts: readonly string[];
  readonly isAnchored: boolean;
  /** Length of the pattern as compared: the longer pattern is the more specific one. */
  readonly specificity: number;
}

/**
 * Reads a pattern given one character per byte. Bytes beyond ASCII become
 * `%XX` and escapes get upper-case digits, as in the URLs they are compared
 * with; `$` anchors only as the last character.
 */
export function readPattern(bytes: string): PathPattern {
  const escaped = bytes
    .replaceAll(/%[0-9a-f]{2}/giu, (octet) => octet.toUpperCase())
    .replaceAll(/[\u0080-\u00ff]/gu, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const isAnchored = escaped.endsWith('$');
  const body = isAnchored ? escaped.slice(0, -1) : escaped;
  return { parts: body.split('*'), isAnchored, specificity: escaped.length };
}

/** Whether the pattern matches from the start of the path; the leftmost fit of each part decides. */
export function matchesPath({ parts, isAnchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !isAnchored || path.length === first.length;
  let position = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return isAnchored
    ? path.length - last.length >= position && path.endsWith(last)
    : path.indexOf(last, position) >= 0;
}

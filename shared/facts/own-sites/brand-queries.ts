import { wordsOf } from '#shared/facts/intent/words.ts';

/** The figures of a query that tell whether people who type it want this very site. */
interface SeenQuery {
  readonly query: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}

const shortestName = 3;
/** A beginning of the name counts as the name where it stands on top and is clicked this often. */
const ownName = { position: 1.8, ctr: 0.15, impressions: 50 };

/** The part of a domain that is its owner's choice, without separators: `511tactical` of `www.511-tactical.co.uk`. */
function nameOf(domain: string, root: string): string {
  const label = (root === '' ? domain : root).split('.').at(0) ?? '';
  return squashed(label);
}

function squashed(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Tells queries that name the site from all others. A query names it when it
 * holds the domain's name, with or without separators or with one wrong letter,
 * or the beginning of it that people use alone (`5.11` for 511tactical.com):
 * recognised by its standing on top and being clicked as only names are.
 */
export function brandTeller(
  domain: string,
  root: string,
  queries: readonly SeenQuery[],
): (query: string) => boolean {
  const name = nameOf(domain, root);
  if (name.length < shortestName) return () => false;
  const short = shortNames(name, queries);
  return (query) => {
    const whole = squashed(query);
    if (whole.includes(name) || isMistyped(whole, name)) return true;
    if (short.size === 0) return false;
    const words = [...query.split(/\s+/u).map(squashed), ...wordsOf(query)];
    return words.some((word) => short.has(word));
  };
}

function shortNames(name: string, queries: readonly SeenQuery[]): ReadonlySet<string> {
  const standing = queries.filter((row) => row.query.length <= name.length + 3 && standsAsName(row));
  const texts = standing.map(({ query }) => squashed(query));
  return new Set(
    texts.filter((text) => text.length >= shortestName && text !== name && name.startsWith(text)),
  );
}

function standsAsName({ clicks, impressions, position }: SeenQuery): boolean {
  const isOnTop = position !== null && position <= ownName.position;
  return isOnTop && impressions >= ownName.impressions && clicks / impressions >= ownName.ctr;
}

/** One letter wrong, missing, doubled or swapped; short names have too many neighbours that are words. */
function isMistyped(text: string, name: string): boolean {
  if (name.length < 6 || Math.abs(text.length - name.length) > 1) return false;
  let start = 0;
  while (start < text.length && text[start] === name[start]) start += 1;
  let end = 0;
  while (end < Math.min(text.length, name.length) - start && text.at(-1 - end) === name.at(-1 - end))
    end += 1;
  const [left, right] = [text.length - start - end, name.length - start - end];
  if (Math.max(left, right) <= 1) return true;
  return left === 2 && right === 2 && text[start] === name[start + 1] && text[start + 1] === name[start];
}

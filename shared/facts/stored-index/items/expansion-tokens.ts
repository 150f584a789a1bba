import { subjectStems } from '#shared/facts/intent/words.ts';

/** Most words of a keyword that are indexed; longer keywords are sentences. */
const mostTokens = 8;

/** Under what a keyword is found: each stem of it, and each pair of neighbouring stems in alphabetical order. */
export function expansionTokens(keyword: string): string[] {
  const stems = subjectStems(keyword).slice(0, mostTokens);
  const pairs = stems.slice(1).map((stem, index) => pairToken(stems[index] ?? '', stem));
  return [...new Set([...stems, ...pairs])];
}

/** Under what the keywords of one parent topic are found; no word begins with the sign. */
export function topicToken(parent: string): string {
  return `^${parent}`;
}

export function pairToken(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

import { excerptOf } from '../document/words.ts';
import type { Evidence } from './check.ts';

const excerptCharacters = 160;

export function evidence(selector: string, excerpt: string): Evidence {
  return { selector, excerpt: excerptOf(excerpt, excerptCharacters) };
}

/** Evidence where a condition holds, else nothing: the shape of most checks. */
export function when(condition: boolean, selector: string, excerpt: string): Evidence | undefined {
  return condition ? evidence(selector, excerpt) : undefined;
}

/** Evidence from the first of some faulty things, with the number of the others. */
export function whenAny<Item>(
  items: readonly Item[],
  selector: string | ((item: Item) => string),
  excerpt: (item: Item) => string,
): Evidence | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const others = items.length > 1 ? ` (and ${items.length - 1} more)` : '';
  return evidence(typeof selector === 'string' ? selector : selector(first), `${excerpt(first)}${others}`);
}

/** An attribute selector with its value shortened to what can be read. */
export function bySelector(tag: string, attribute: string, value: string): string {
  return `${tag}[${attribute}="${excerptOf(value.replaceAll('"', "'"), 80)}"]`;
}

import * as v from 'valibot';
import { normalizeDomain } from './domain-name.ts';
import { foldKeyword } from './keyword-text.ts';

/**
 * A domain as callers paste it (a URL will do), normalized to the bare host
 * name: lower case, punycode, no `www.`. 2-253 characters.
 */
export const domainName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(2),
  v.maxCodePoints(253),
  // Before the transformation, after which nothing is published.
  v.description('Such as example.com; a URL will do.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const normalized = normalizeDomain(dataset.value);
    if (normalized.ok) return normalized.domain;
    addIssue({ message: normalized.message });
    return NEVER;
  }),
  v.minLength(2),
  v.maxLength(253),
);

/** A search query or keyword: 1-200 characters, in the form of `foldKeyword`. */
export const keywordText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxCodePoints(200),
  v.check((text) => !hasControlCharacter(text), 'Control characters are not allowed.'),
  v.check((text) => foldKeyword(text) !== '', 'Send a keyword: only invisible characters were sent.'),
  v.transform(foldKeyword),
);

/** The market of a request that names none. */
export const defaultMarket = { location: 'United States', language: 'English' } as const;

/** The market every search fact is bound to; spread into each tool's input. Resolved by the pipeline. */
export const market = {
  location: v.optional(
    v.pipe(
      v.string(),
      v.maxCodePoints(200),
      v.description('Market location: name, ISO code or location code.'),
    ),
    defaultMarket.location,
  ),
  language: v.optional(
    v.pipe(v.string(), v.maxCodePoints(100), v.description('Search language: name or ISO code.')),
    defaultMarket.language,
  ),
};

/** A whole number within bounds, with a default: the shape of every `limit`, `depth` and `offset`. */
export function wholeNumber(fallback: number, min: number, max: number, description: string) {
  return v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), v.description(description)),
    fallback,
  );
}

function hasControlCharacter(text: string): boolean {
  return /[[\p{Cc}&&\p{ASCII}]--[\t\n\r]]/v.test(text);
}

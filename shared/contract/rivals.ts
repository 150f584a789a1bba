import * as v from 'valibot';
import { domainName } from './fields.ts';

/** Domains to compare with. */
export function rivalDomains(atMost: number) {
  return v.pipe(
    v.array(domainName),
    v.minLength(1),
    v.maxLength(atMost),
    v.description('Domains to compare with.'),
  );
}

export const rivalMissing = 'Name at least one competitor other than `domain`.';

/** Whether a comparison has anything to compare with: a domain against itself tells nothing. */
export function namesRival({ domain, competitors }: { domain: string; competitors: string[] }): boolean {
  return competitors.some((competitor) => competitor !== domain);
}

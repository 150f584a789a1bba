import {
  type FetchedResponse,
  type FetchRefusal,
  refuse,
  type SiteFetcher,
} from '#shared/fetch/site-fetcher.ts';
import { registrableDomain } from '../site-scope.ts';

export interface FoundHome {
  readonly ok: true;
  readonly requestedUrl: string;
  readonly response: FetchedResponse;
  /** Why HTTPS failed, where plain HTTP answered. */
  readonly httpsRefusal: FetchRefusal | undefined;
}

export type HomeOutcome = FoundHome | FetchRefusal;

/** Refusals after which another spelling of the address may still answer. */
const tryNext = new Set(['dns', 'refused', 'reset', 'tls', 'timeout', 'unsafe_address', 'bad_response']);

/**
 * Fetches the home page of a domain, following at most 5 redirects: over
 * HTTPS first, then over plain HTTP, each with `www.` where the bare name has
 * no address. The refusal that is returned is that of the first attempt.
 */
export async function findHome(
  domain: string,
  fetcher: SiteFetcher,
  signal: AbortSignal,
): Promise<HomeOutcome> {
  let first: FetchRefusal | undefined;
  for (const requestedUrl of homeAddresses(domain)) {
    const outcome = await fetcher.fetch(requestedUrl, { maxRedirects: 5, signal });
    if (outcome.ok) return { ok: true, requestedUrl, response: outcome, httpsRefusal: first };
    first ??= outcome;
    if (!tryNext.has(outcome.reason) || outcome.hops.length > 0) break;
  }
  return first ?? refuse('invalid_url', 'There is no address to fetch.');
}

function homeAddresses(domain: string): readonly string[] {
  const hosts = registrableDomain(domain) === domain ? [domain, `www.${domain}`] : [domain];
  return ['https', 'http'].flatMap((scheme) => hosts.map((host) => `${scheme}://${host}/`));
}

import {
  type FetchedResponse,
  type FetchRefusal,
  refuse,
  type SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { registrableDomain, resolveReference } from '../site-scope.ts';
import { fetchPage, forwardingIn } from './read-page.ts';

export interface FoundHome {
  readonly ok: true;
  readonly requestedUrl: string;
  readonly response: FetchedResponse;
  /** The page at the bare address, where that does nothing but send readers on to the home page. */
  readonly doorstep: FetchedResponse | undefined;
  /** Why HTTPS failed, where plain HTTP answered. */
  readonly httpsRefusal: FetchRefusal | undefined;
}

export type HomeOutcome = FoundHome | FetchRefusal;

/** Refusals after which another spelling of the address may still answer. */
const tryNext = new Set(['dns', 'refused', 'reset', 'tls', 'timeout', 'unsafe_address', 'bad_response']);

/**
 * Fetches the home page of a domain, following at most 5 redirects: over
 * HTTPS first, then over plain HTTP, each with `www.` where the bare name has
 * no address. The refusal that is returned is that of the attempt that got
 * furthest, since it tells most.
 */
export async function findHome(
  domain: string,
  fetcher: SiteFetcher,
  signal: AbortSignal,
): Promise<HomeOutcome> {
  let httpsRefusal: FetchRefusal | undefined;
  let worst: FetchRefusal | undefined;
  for (const requestedUrl of homeAddresses(domain)) {
    const outcome = await fetchPage(fetcher, requestedUrl, { signal });
    if (outcome.ok)
      return { ok: true, requestedUrl, httpsRefusal, ...(await enter(outcome, fetcher, signal)) };
    httpsRefusal ??= outcome;
    if (worst === undefined || reach(outcome) > reach(worst)) worst = outcome;
    if (!tryNext.has(outcome.reason) || outcome.hops.length > 0) break;
  }
  return worst ?? refuse('invalid_url', 'There is no address to fetch.');
}

/** Larger pages show something. */
const largestDoorstep = 4096;

/** The home page behind a page that only sends readers on, as a visitor reaches it; the page itself where there is none. */
async function enter(
  response: FetchedResponse,
  fetcher: SiteFetcher,
  signal: AbortSignal,
): Promise<Pick<FoundHome, 'response' | 'doorstep'>> {
  const to = response.body.byteLength > largestDoorstep ? undefined : forwardingIn(response)?.to;
  const target = to === undefined ? undefined : resolveReference(to, response.url);
  const isHere = target !== undefined && target.host === new URL(response.url).host;
  const outcome = isHere ? await fetchPage(fetcher, target.href, { signal }) : undefined;
  const isPage = outcome?.ok === true && outcome.status < 300 && outcome.url !== response.url;
  return isPage ? { response: outcome, doorstep: response } : { response, doorstep: undefined };
}

function homeAddresses(domain: string): readonly string[] {
  const hosts = registrableDomain(domain) === domain ? [domain, `www.${domain}`] : [domain];
  return ['https', 'http'].flatMap((scheme) => hosts.map((host) => `${scheme}://${host}/`));
}

/** How far an attempt got: to no address, to a closed door, through it, or to an answer. */
function reach({ reason, hops }: FetchRefusal): number {
  if (hops.length > 0) return 4;
  if (reason === 'dns' || reason === 'unsafe_address' || reason === 'invalid_url') return 0;
  if (reason === 'refused') return 1;
  return reason === 'tls' ? 2 : 3;
}

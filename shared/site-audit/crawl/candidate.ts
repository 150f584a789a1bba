import { longestUrl, screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import { isOnSite, pageKey, type SiteScope } from '../site-scope.ts';

/** An address that may be sampled. */
export interface Candidate {
  readonly url: URL;
  readonly key: string;
  readonly inSitemap: boolean;
  /** Clicks from the home page, for addresses found by links; 0 for those of a sitemap. */
  readonly depth: number;
  /** Read before others. */
  readonly isFirst?: boolean;
}

const sessionParameter =
  /^(?:phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid\w*|cfid|cftoken|oscsid|zenid)$/iu;
const trackingParameter = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|_ga|igshid|ref_src)$/iu;
const fileEnding =
  /\.(?:avif|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|ogg|pdf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|txt|wav|webm|webp|woff2?|xlsx?|xml|zip)$/iu;

export function hasSessionId(url: URL): boolean {
  return (
    /;jsessionid=/iu.test(url.pathname) ||
    (url.search !== '' && [...url.searchParams.keys()].some((name) => sessionParameter.test(name)))
  );
}

/** The address without session ids, tracking parameters and fragment: spellings that lead to the same page. */
export function withoutSession(url: URL): URL {
  // Most addresses have none of it, and taking them apart costs more than all else that is done with them.
  if (!/[;?#]/u.test(url.href)) return url;
  const clean = new URL(url.href);
  clean.hash = '';
  clean.pathname = clean.pathname.replace(/;jsessionid=[^/;]*/giu, '');
  for (const name of [...clean.searchParams.keys()])
    if (sessionParameter.test(name) || trackingParameter.test(name)) clean.searchParams.delete(name);
  return clean;
}

export function looksLikeFile(url: URL): boolean {
  return fileEnding.test(url.pathname);
}

/** Whether an address belongs to the content network in front of the site; Cloudflare asks crawlers to leave these. */
export function isOfNetwork(url: URL): boolean {
  return url.pathname.startsWith('/cdn-cgi/');
}

/**
 * Whether an address grows out of itself, as relative links on every page of
 * a trap make it: the same segment three times, or more than twelve segments.
 */
export function isEndless(url: URL): boolean {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > 12 || Math.max(0, ...counts.values()) >= 3;
}

export type CandidateVerdict = Candidate | 'off_site' | 'unsafe_address' | 'non_html';

/** Judges an address found on the site before anything is fetched. Undefined for references to no web page. */
export function judgeCandidate(
  reference: string,
  base: string,
  scope: SiteScope,
  origin: Pick<Candidate, 'inSitemap' | 'depth'>,
): CandidateVerdict | undefined {
  const parsed = URL.parse(reference.trim(), base);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  const url = withoutSession(parsed);
  if (!isOnSite(scope, url)) return isUnsafe(url) ? 'unsafe_address' : 'off_site';
  if (isOfNetwork(url)) return undefined;
  if (looksLikeFile(url)) return 'non_html';
  if (url.href.length > longestUrl) return 'unsafe_address';
  return { url, key: pageKey(url), ...origin };
}

/** Names for documentation and tests lead nowhere, but are other sites all the same. */
function isUnsafe(url: URL): boolean {
  return !screenUrl(url.href, undefined, ({ hostname }) => /\.(?:example|test)$/u.test(hostname)).ok;
}

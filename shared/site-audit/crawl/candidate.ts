import { longestUrl, screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import { isWithin, type SiteScope, type Target, targetOf } from '../site-scope.ts';

/** An address that may be sampled. */
export interface Candidate {
  readonly url: string;
  readonly key: string;
  readonly inSitemap: boolean;
  /** Clicks from the home page, for addresses found by links; 0 for those of a sitemap. */
  readonly depth: number;
  /** Read before others. */
  readonly isFirst?: boolean;
}

const fileEnding =
  /\.(?:avif|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|ogg|pdf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|txt|wav|webm|webp|woff2?|xlsx?|xml|zip)$/iu;

export function looksLikeFile(path: string): boolean {
  return fileEnding.test(path);
}

/** Whether an address belongs to the content network in front of the site; Cloudflare asks crawlers to leave these. */
export function isOfNetwork(path: string): boolean {
  return path.startsWith('/cdn-cgi/');
}

/**
 * Whether an address grows out of itself, as relative links on every page of
 * a trap make it: the same segment three times, or more than twelve segments.
 */
export function isEndless(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
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
  const target = targetOf(reference, base);
  return target && judgeTarget(target, scope, origin);
}

export function judgeTarget(
  target: Target,
  scope: SiteScope,
  origin: Pick<Candidate, 'inSitemap' | 'depth'>,
): CandidateVerdict | undefined {
  const { page: url, path, key } = target;
  if (!isWithin(scope, target)) return isUnsafe(url) ? 'unsafe_address' : 'off_site';
  if (isOfNetwork(path)) return undefined;
  if (looksLikeFile(path)) return 'non_html';
  if (url.length > longestUrl) return 'unsafe_address';
  return { url, key, ...origin };
}

/** Names for documentation and tests lead nowhere, but are other sites all the same. */
function isUnsafe(url: string): boolean {
  return !screenUrl(url, undefined, ({ hostname }) => /\.(?:example|test)$/u.test(hostname)).ok;
}

import type { Warning } from '#shared/contract/envelope.ts';

/** Why an address was not fetched. The words appear in audits as `reason`. */
export const refusalReasons = [
  'invalid_url',
  'unsafe_address',
  'dns',
  'refused',
  'reset',
  'tls',
  'timeout',
  'too_large',
  'headers_too_large',
  'bad_encoding',
  'bad_response',
  'redirect_loop',
  'too_many_redirects',
  'aborted',
  'failed_here',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Refusals that say something about this service and nothing about the address: its time was over, or it failed. */
export function isOurs(reason: RefusalReason): boolean {
  return reason === 'aborted' || reason === 'failed_here';
}

export interface FetchRefusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** One sentence for people; holds nothing that the target sent. */
  readonly detail: string;
  /** Redirects that were followed before. */
  readonly hops: readonly Hop[];
}

export function refuse(reason: RefusalReason, detail: string, hops: readonly Hop[] = []): FetchRefusal {
  return { ok: false, reason, detail, hops };
}

/** One redirect on the way: where it stood, its status, where it points. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  readonly location: string;
}

/** Header values by lower-case name; a header that came several times has several values. */
export type HeaderLists = Readonly<Record<string, readonly string[]>>;

export interface FetchedResponse {
  readonly ok: true;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderLists;
  /** Inflated body, at most the allowed bytes; empty for HEAD. */
  readonly body: Uint8Array;
  readonly hops: readonly Hop[];
  /** Milliseconds from sending the last request to its response headers. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

export type FetchOutcome = FetchedResponse | FetchRefusal;

export interface FetchQuestion {
  readonly method?: 'GET' | 'HEAD';
  /** Sent in place of asking: a POST with this body. */
  readonly post?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  /** Milliseconds for all of it, in place of the fetcher's own limits. */
  readonly withinMs?: number;
  /** Value of the `Accept` header. */
  readonly accept?: string;
  /** Redirects to follow; 0 hands the redirect itself back. Default 0. */
  readonly maxRedirects?: number;
  /** Most bytes of body, inflated. Default and upper bound 2 MB for pages; sitemaps may ask for 10 MB. */
  readonly maxBytes?: number;
  /** Takes the first `maxBytes` of a longer body instead of refusing it. */
  readonly isCutAtMaxBytes?: boolean;
  /** Least milliseconds between two requests to this host: the site's crawl delay. */
  readonly spacingMs?: number;
  readonly signal?: AbortSignal;
}

/** Where a site's pages come from when it is not the web: goes into the provenance and the warnings. */
export interface SiteOrigin {
  readonly connectionId: string;
  readonly warning: Warning;
}

/**
 * Reads documents of public sites. Every address, also that of each redirect,
 * is checked; whatever goes wrong is a typed refusal, never a throw.
 */
export interface SiteFetcher {
  fetch(url: string, question?: FetchQuestion): Promise<FetchOutcome>;
  /** The warning about facts from a site that is not of the public web. Absent where only public sites are read. */
  originOf?(domain: string): SiteOrigin | undefined;
}

/** First value of a header, or undefined. */
export function headerValue(headers: HeaderLists, name: string): string | undefined {
  return headers[name]?.[0];
}

/** The crawler's product token, which robots.txt files can name. */
export const crawlerToken = 'OrielBot';

/** How the crawler introduces itself: by name, with the address of the service that sent it. */
export function crawlerUserAgent(baseUrl: string): string {
  return `${crawlerToken}/1.0 (+${baseUrl}/docs/crawler)`;
}

/** Whether a user agent is the crawler's own. */
export function isCrawler(userAgent: string): boolean {
  return userAgent.startsWith(`${crawlerToken}/`);
}

/**
 * The origin at which sites find the crawler's keys; undefined where there is
 * none that they could reach: `Signature-Agent` takes https origins alone.
 */
export function signatureAgent(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  return url?.protocol === 'https:' && url.origin === baseUrl ? baseUrl : undefined;
}

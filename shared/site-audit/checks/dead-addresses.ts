import type { PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import { pageKey } from '../site-scope.ts';
import { acrossPages, type CrossCheck, evidence, onceOf } from './check.ts';
import type { SiteFacts } from './site-facts.ts';

/** Checks that find an address which does not work; each such address belongs to one of them. */
export const deadIssues = ['http_4xx', 'http_5xx', 'fetch_failed', 'redirect_loop'] as const;
export type DeadIssue = (typeof deadIssues)[number];

/** An address on the site that gives no page: visited, or only asked for since a page refers to it. */
export interface DeadAddress {
  readonly url: string;
  readonly issue: DeadIssue;
  /** What was looked at, and what it showed. */
  readonly selector: string;
  readonly detail: string;
  /** Null where there was no answer; `reason` then says why. */
  readonly status: number | null;
  readonly reason: string | undefined;
}

export interface Liveness {
  readonly dead: readonly DeadAddress[];
  /** Addresses on the site, dead or not, that were asked for as pages. */
  readonly asked: number;
}

/** Which addresses of the site work. Each is counted once, however many pages refer to it. */
export const livenessOf = onceOf((site: SiteFacts): Liveness => {
  const { crawl } = site;
  const probes = pageProbes(site);
  const isAside = onlyCanonicals(site);
  const isGone = ({ exclusion }: PageRecord) => exclusion === 'http_error';
  const records = crawl.records.filter((record) => !isGone(record) || !isAside(record.key));
  const failed = crawl.failures.filter(({ key }) => !isAside(key));
  const dead = [
    ...records.filter(isGone).map(({ url, status }) => deadByStatus(url, status)),
    ...failed.map(({ requestedUrl, reason, detail, hops }) =>
      deadByReason(requestedUrl, reason, detail, hops),
    ),
    ...probes.flatMap((probe) => deadProbe(probe) ?? []),
  ];
  return { dead, asked: records.length + failed.length + probes.length };
});

/** Addresses that nothing but canonicals name: no reader gets there, and a check of canonicals tells where they are wrong. */
export const onlyCanonicals = onceOf(({ crawl, references }: SiteFacts) => {
  const named = new Set<string>();
  for (const { indexability, key } of crawl.records)
    if (indexability.canonical !== undefined && pageKey(indexability.canonical) !== key)
      named.add(pageKey(indexability.canonical));
  const reached = new Set([crawl.home.key, ...references.internal.all.map(({ key }) => key)]);
  for (const { url } of crawl.sitemaps.entries) if (URL.canParse(url)) reached.add(pageKey(new URL(url)));
  for (const { key, finalUrl } of crawl.moves) if (reached.has(key)) reached.add(pageKey(finalUrl));
  const only = named.difference(reached);
  return (key: string) => only.has(key);
});

/** Probes of pages that others link to or name as another language, where they got an answer or none for good. */
function pageProbes({ probes, references, audited, answerOf }: SiteFacts): readonly Probe[] {
  const referred = new Set(references.internal.all.map(({ key }) => key));
  for (const { document, url } of audited)
    for (const { hreflang, href } of document.links)
      if (hreflang !== undefined && URL.canParse(href, url)) referred.add(pageKey(new URL(href, url)));
  return [...probes.targets]
    .filter(([key]) => referred.has(key))
    .map(([, probe]) => probe)
    .filter(({ url, status }) => status !== null || answerOf(url)?.failure !== undefined);
}

function deadProbe({ url, status, refusal, hops }: Probe): DeadAddress | undefined {
  if (refusal !== undefined) return deadByReason(url, refusal, 'No page came.', hops);
  return status !== null && status >= 400 ? deadByStatus(url, status) : undefined;
}

function deadByStatus(url: string, status: number): DeadAddress {
  const issue = status >= 500 ? 'http_5xx' : 'http_4xx';
  return { url, issue, selector: 'status line', detail: `HTTP status ${status}`, status, reason: undefined };
}

function deadByReason(url: string, reason: string, detail: string, hops: Probe['hops']): DeadAddress {
  const isLoop = reason === 'redirect_loop' || reason === 'too_many_redirects';
  return isLoop
    ? {
        url,
        issue: 'redirect_loop',
        selector: 'location header',
        detail: hops.map((hop) => hop.url).join(' → '),
        status: null,
        reason,
      }
    : { url, issue: 'fetch_failed', selector: reason, detail, status: null, reason };
}

/** One finding for each address that is dead in a certain way. */
function deadBy(issue: DeadIssue): CrossCheck['find'] {
  return (site) =>
    livenessOf(site)
      .dead.filter((address) => address.issue === issue)
      .map(({ url, selector, detail }) => ({ url, evidence: evidence(selector, detail) }));
}

export const deadCrossChecks = acrossPages([
  {
    id: 'http_4xx',
    severity: 'high',
    weight: 10,
    title: 'The page returns a 4xx error, usually “not found”.',
    why: 'Visitors meet an error and search engines drop the address.',
    threshold: 'Status 400-499, apart from 401, 403, 407, 429 and 451.',
    remedy:
      'Restore the page, redirect it to its closest successor with 301, or remove the links and sitemap entries that point to it.',
    source: 'Google Search Central, "HTTP status codes"',
    find: deadBy('http_4xx'),
  },
  {
    id: 'http_5xx',
    severity: 'high',
    weight: 10,
    title: 'The page returns a 5xx server error.',
    why: 'Search engines crawl a failing site less and drop pages that keep failing.',
    threshold: 'Status 500 or more.',
    remedy: 'Find the error in the server log. For planned downtime, answer 503 with Retry-After.',
    source: 'Google Search Central, "HTTP status codes"',
    find: deadBy('http_5xx'),
  },
  {
    id: 'fetch_failed',
    severity: 'high',
    weight: 10,
    title: 'The page cannot be fetched.',
    why: 'Search engines cannot index what does not load.',
    threshold: 'DNS, connection, TLS, time-out, size, encoding or protocol failure.',
    remedy: 'Open the address in a browser and fix the cause named here.',
    source: 'RFC 9110; limits of this audit: 8 s and 2 MB for each page',
    find: deadBy('fetch_failed'),
  },
  {
    id: 'redirect_loop',
    severity: 'high',
    weight: 10,
    title: 'The address redirects in a loop.',
    why: 'Neither visitors nor crawlers reach a page.',
    threshold: 'A redirect to an address passed before, or more than 5 redirects.',
    remedy: 'Break the loop: one of the addresses must answer with a page.',
    source: 'Google Search Central, "Redirects and Google Search"',
    find: deadBy('redirect_loop'),
  },
]);

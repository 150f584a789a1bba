import type { Probe } from '../crawl/probe.ts';
import { pageKey } from '../site-scope.ts';
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

const known = new WeakMap<SiteFacts, Liveness>();

/** Which addresses of the site work, worked out once. Each is counted once, however many pages refer to it. */
export function livenessOf(site: SiteFacts): Liveness {
  const liveness = known.get(site) ?? readLiveness(site);
  known.set(site, liveness);
  return liveness;
}

function readLiveness(site: SiteFacts): Liveness {
  const { crawl } = site;
  const probes = pageProbes(site);
  const dead = [
    ...crawl.records
      .filter(({ exclusion }) => exclusion === 'http_error')
      .map(({ url, status }) => deadByStatus(url, status)),
    ...crawl.failures.map(({ requestedUrl, reason, detail, hops }) =>
      deadByReason(requestedUrl, reason, detail, hops),
    ),
    ...probes.flatMap((probe) => deadProbe(probe) ?? []),
  ];
  return { dead, asked: crawl.records.length + crawl.failures.length + probes.length };
}

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

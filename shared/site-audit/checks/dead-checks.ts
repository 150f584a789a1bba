import { acrossPages, type CrossCheck } from './check.ts';
import { type DeadIssue, livenessOf } from './dead-addresses.ts';
import { evidence } from './evidence.ts';

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
    title: 'The page answers with a client error.',
    why: 'Visitors meet an error and search engines drop the address.',
    threshold: 'Status 400-499, apart from 401, 403, 407, 429 and 451.',
    remedy: 'Restore the page, redirect it to its successor with 301, or take it out of links and sitemap.',
    source: 'Google Search Central, "HTTP status codes"',
    find: deadBy('http_4xx'),
  },
  {
    id: 'http_5xx',
    severity: 'high',
    weight: 10,
    title: 'The page answers with a server error.',
    why: 'Search engines crawl a failing site less and drop pages that keep failing.',
    threshold: 'Status 500 or more.',
    remedy: 'Find the fault in the server log; for planned work answer 503 with Retry-After.',
    source: 'Google Search Central, "HTTP status codes"',
    find: deadBy('http_5xx'),
  },
  {
    id: 'fetch_failed',
    severity: 'high',
    weight: 10,
    title: 'The page gives no answer that can be read.',
    why: 'A page that cannot be fetched cannot be found.',
    threshold: 'DNS, connection, TLS, time-out, size, encoding or protocol failure.',
    remedy: 'Open the address; fix what the reason names.',
    source: 'RFC 9110; limits of this audit: 8 s and 2 MB for each page',
    find: deadBy('fetch_failed'),
  },
  {
    id: 'redirect_loop',
    severity: 'high',
    weight: 10,
    title: 'The redirects never arrive.',
    why: 'Neither visitors nor crawlers reach a page.',
    threshold: 'A redirect to an address passed before, or more than 5 redirects.',
    remedy: 'Break the circle: let one of the addresses answer with a page.',
    source: 'Google Search Central, "Redirects and Google Search"',
    find: deadBy('redirect_loop'),
  },
]);

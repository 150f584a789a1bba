import { headerValue } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { MovedPage } from '../crawl/page-record.ts';
import { registrableDomain } from '../site-scope.ts';
import { acrossPages, evidence, type Located, onResponse, when } from './check.ts';
import { onlyCanonicals } from './dead-addresses.ts';
import type { SiteFacts } from './site-facts.ts';

const guide = 'Google Search Central, "Redirects and Google Search"';
const longest = 5;

/** Addresses that redirected in a certain way. The home page's own hop to HTTPS or www is as it should be. */
function moved(site: SiteFacts, isFaulty: (move: MovedPage) => boolean): readonly Located[] {
  const isAside = onlyCanonicals(site);
  const faulty = site.crawl.moves.filter((move) => isFaulty(move) && !isAside(move.key));
  return faulty.map((move) => ({
    url: move.requestedUrl,
    evidence: evidence('location header', steps(move)),
  }));
}

function steps({ hops }: MovedPage): string {
  const [first, ...others] = hops;
  return [first?.url, first?.location, ...others.map(({ location }) => location)].join(' → ');
}

const isTemporary = (status: number) => status === 302 || status === 303 || status === 307;

export const redirectCrossChecks = acrossPages([
  {
    id: 'redirect',
    severity: 'low',
    title: 'The address redirects.',
    why: 'Each redirect costs visitors a round trip and crawlers part of their budget.',
    threshold: 'At least one redirect on the way to a page other than the home page.',
    remedy: 'Link to the final address, and list that one in the sitemap.',
    source: guide,
    find: (site) => moved(site, ({ isHome }) => !isHome),
  },
  {
    id: 'redirect_temporary',
    severity: 'medium',
    weight: 3,
    title: 'The redirect is temporary (302, 303 or 307).',
    why: 'Search engines may keep the old address in the index.',
    threshold: 'A redirect with status 302, 303 or 307, apart from the home page.',
    remedy: 'Use 301 or 308 if the move is permanent.',
    source: guide,
    find: (site) =>
      moved(site, ({ hops, isHome }) => !isHome && hops.some(({ status }) => isTemporary(status))),
  },
  {
    id: 'redirect_chain',
    severity: 'medium',
    title: 'The address redirects more than once (redirect chain).',
    why: 'Crawlers give up on long chains (Google after 10), and each step is slow on a phone.',
    threshold: `Two or more redirects before the page; at most ${longest} are followed.`,
    remedy: 'Redirect the first address straight to the last one.',
    source: guide,
    find: (site) => moved(site, ({ hops }) => hops.length >= 2),
  },
  {
    id: 'js_redirect',
    severity: 'medium',
    title: 'The page redirects with JavaScript.',
    why: 'Crawlers that run no scripts stop here, and Google follows only after rendering the page.',
    threshold: 'Fewer than 20 words and an inline script that sets the window’s location.',
    remedy: 'Redirect on the server with 301 or 308.',
    source: 'Google Search Central, "Redirects and Google Search"; Screaming Frog, "JavaScript Redirect"',
    find: ({ crawl }) =>
      crawl.records.flatMap(({ url, document }) =>
        document?.forwarding?.by === 'script'
          ? [{ url, evidence: evidence('script', `→ ${document.forwarding.to}`) }]
          : [],
      ),
  },
  {
    id: 'meta_refresh_redirect',
    severity: 'medium',
    title: 'The page redirects with a meta refresh.',
    why: 'It is slower than a redirect, breaks the back button and is followed unreliably.',
    threshold: 'A `meta http-equiv="refresh"` with an address.',
    remedy: 'Redirect on the server with 301 or 308.',
    source: 'Google Search Central, "Redirects and Google Search"; WCAG 2.2, 2.2.1',
    find: ({ crawl }) =>
      crawl.records.flatMap(({ url, document, status }) => {
        const refresh = document?.metas.find(
          ({ kind, name, content }) =>
            kind === 'http-equiv' && name === 'refresh' && /url\s*=/iu.test(content),
        );
        return refresh === undefined || status >= 300
          ? []
          : [{ url, evidence: evidence('meta[http-equiv="refresh"]', refresh.content) }];
      }),
  },
  {
    id: 'redirect_to_other_host',
    severity: 'medium',
    title: 'The address redirects to another domain.',
    why: 'Its links and sitemap entries benefit the other site.',
    threshold: 'The registrable domain after redirects differs from the one asked for.',
    remedy: 'Link to the other site directly, or publish the content here.',
    source: 'Google Search Central, "Site moves"; public suffix list',
    find: (site) =>
      moved(site, ({ requestedUrl, finalUrl }) => domainOf(requestedUrl) !== domainOf(finalUrl)),
  },
]);

function domainOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}

const kilobyte = 1024;
const statusLine = (status: number) => `HTTP status ${status}`;
const milliseconds = (ms: number) => `${Math.round(ms)} ms to the first byte`;

export const httpResponseChecks = onResponse([
  {
    id: 'access_blocked',
    severity: 'medium',
    title: 'The server blocks our crawler.',
    why: 'What cannot be read cannot be judged: this audit says nothing about the page.',
    threshold: 'Status 401, 403, 407, 429 or 451, or a challenge page of a bot filter.',
    remedy: 'Allow the user agent OrielBot in the firewall or bot protection, then audit again.',
    source: 'RFC 9110, section 15.5; Cloudflare, "Detect a challenge page"',
    find: ({ exclusion, status }) => when(exclusion === 'auth_gate', 'status line', statusLine(status)),
  },
  {
    id: 'bad_content_type',
    severity: 'medium',
    title: 'The HTML page is sent with a wrong Content-Type.',
    why: 'Browsers may show source text or offer a download, and crawlers may skip the page.',
    threshold: 'The body starts as HTML and Content-Type is missing or names another type.',
    remedy: 'Send `Content-Type: text/html; charset=utf-8`.',
    source: 'WHATWG MIME Sniffing Standard; RFC 9110, section 8.3',
    find: ({ response, looksLikeHtml, status }) => {
      const type = headerValue(response.headers, 'content-type') ?? '';
      const isRight = /^(?:text\/html|application\/xhtml\+xml)/iu.test(type.trim());
      return when(
        looksLikeHtml && status < 300 && !isRight,
        'content-type header',
        type || 'no Content-Type header',
      );
    },
  },
  {
    id: 'slow_ttfb',
    severity: 'medium',
    weight: 3,
    title: 'The server responds slowly.',
    why: 'Nothing can be shown before the first byte, and slow sites are crawled less.',
    threshold: 'More than 800 ms from request to response headers, and at most 3 s.',
    remedy: 'Cache the page at the edge, or speed up the work behind it.',
    source: 'web.dev, "Time to First Byte": good is 800 ms or less',
    find: ({ response: { firstByteMs } }) =>
      when(firstByteMs > 800 && firstByteMs <= 3000, 'response time', milliseconds(firstByteMs)),
  },
  {
    id: 'very_slow_ttfb',
    severity: 'high',
    title: 'The server takes more than 3 seconds to respond.',
    why: 'Visitors leave before they see anything.',
    threshold: 'More than 3 s from request to response headers.',
    remedy: 'Profile the slowest query or call behind the page, and cache its result.',
    source: 'DataForSEO OnPage, high_loading_time: 3 s',
    find: ({ response: { firstByteMs } }) =>
      when(firstByteMs > 3000, 'response time', milliseconds(firstByteMs)),
  },
  {
    id: 'no_compression',
    severity: 'low',
    title: 'The page is sent without compression.',
    why: 'gzip or Brotli shrinks text to about a quarter; without it the page loads later.',
    threshold: 'HTML of more than 4 KB without Content-Encoding.',
    remedy: 'Turn on gzip or Brotli for text in the server or the CDN.',
    source: 'Lighthouse, "Enable text compression"',
    find: ({ response, bodyBytes, looksLikeHtml }) =>
      when(
        looksLikeHtml &&
          bodyBytes > 4 * kilobyte &&
          (response.headers['content-encoding'] ?? []).length === 0,
        'content-encoding header',
        `${Math.round(bodyBytes / kilobyte)} KB of HTML without compression`,
      ),
  },
]);

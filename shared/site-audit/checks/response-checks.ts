import { headerValue } from '#shared/site-audit/fetch/site-fetcher.ts';
import { onResponse } from './check.ts';
import { when } from './evidence.ts';

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

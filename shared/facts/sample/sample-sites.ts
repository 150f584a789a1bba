import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { sampleNotice } from '#shared/facts/stored-index/questions/domain-head.ts';
import { followRedirects } from '#shared/site-audit/fetch/follow-redirects.ts';
import type { FetchedResponse, FetchQuestion, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import { missingPageHtml, movedPath, pageHtml } from './page-html.ts';
import { planSite, type SitePlan } from './site-plan.ts';

/**
 * Adds the sites of the sample market to those that can be read, so that a
 * fresh machine without internet access can audit one. Their names are under the
 * reserved `.example`, which no public site ever has; nothing is sent for them.
 */
export function withSampleSites(publicSites: SiteFetcher): SiteFetcher {
  return {
    originOf: (domain) =>
      planSite(domain) === undefined ? undefined : { connectionId: sampleSource, warning: sampleNotice },
    fetch: (text, question = {}) => {
      const host = URL.parse(text)?.hostname ?? '';
      return planSite(host) === undefined ? publicSites.fetch(text, question) : fetchSample(text, question);
    },
  };
}

function fetchSample(text: string, question: FetchQuestion) {
  return followRedirects(text, question.maxRedirects ?? 0, {
    screen: (next, base) => screenUrl(next, base, ({ hostname }) => planSite(hostname) !== undefined),
    fetchOnce: async (url) => answerOf(url, question),
  });
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly location?: string;
}

function answerOf(url: URL, { method }: FetchQuestion): FetchedResponse {
  const plan = planSite(url.hostname);
  const answer = plan === undefined ? notFound(url.hostname) : siteAnswer(url, plan);
  return {
    ok: true,
    url: url.href,
    status: answer.status,
    headers: {
      'content-type': [answer.type],
      'strict-transport-security': ['max-age=31536000; includeSubDomains'],
      'x-content-type-options': ['nosniff'],
      'content-security-policy': ["default-src 'self'; frame-ancestors 'none'"],
      'referrer-policy': ['strict-origin-when-cross-origin'],
      'content-encoding': ['gzip'],
      'cache-control': ['public, max-age=600'],
      ...(answer.location === undefined ? {} : { location: [answer.location] }),
    },
    body: method === 'HEAD' ? new Uint8Array() : new TextEncoder().encode(answer.body),
    hops: [],
    firstByteMs: 0,
    totalMs: 0,
  };
}

const html = 'text/html; charset=utf-8';

function siteAnswer(url: URL, plan: SitePlan): Answer {
  if (url.protocol !== 'https:' || url.hostname !== plan.host)
    return movedTo(`https://${plan.host}${url.pathname}`);
  if (url.pathname === movedPath) return movedTo('/');
  const file = fileAnswer(url.pathname, plan);
  if (file !== undefined) return file;
  const page = plan.pages.find(({ path }) => path === url.pathname);
  return page === undefined ? notFound(plan.host) : { status: 200, type: html, body: pageHtml(page, plan) };
}

function fileAnswer(path: string, plan: SitePlan): Answer | undefined {
  if (path === '/robots.txt')
    return {
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: `User-agent: *\nDisallow: /basket\n\nSitemap: https://${plan.host}/sitemap.xml\n`,
    };
  if (path === '/sitemap.xml') return { status: 200, type: 'application/xml', body: sitemap(plan) };
  if (path === '/favicon.svg' || /^\/images\/[a-z-]+\.svg$/u.test(path))
    return {
      status: 200,
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#7a9"/></svg>',
    };
  return undefined;
}

function sitemap({ host, pages }: SitePlan): string {
  const entries = pages.map(
    ({ path, changedOn }) => `<url><loc>https://${host}${path}</loc><lastmod>${changedOn}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

function movedTo(location: string): Answer {
  return { status: 301, type: html, body: '', location };
}

function notFound(host: string): Answer {
  return { status: 404, type: html, body: missingPageHtml(host) };
}

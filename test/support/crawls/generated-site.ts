import { followRedirects } from '#shared/site-audit/fetch/follow-redirects.ts';
import type { FetchedResponse, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { screenUrl } from '#shared/site-audit/fetch/target-url.ts';

export interface GeneratedSite {
  readonly host: string;
  readonly pages: number;
  /** What an address answers in place of its page; undefined for the page. */
  readonly instead?: (path: string) => FetchedAnswer | undefined;
}

export interface FetchedAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site of as many pages as are wanted, the same each time: with dead links, redirects in a row, copies, pages kept out and pages that nothing links to. */
export function generatedAnswer({ host, pages, instead }: GeneratedSite, path: string): FetchedAnswer {
  const other = instead?.(path);
  if (other) return other;
  const place = /^\/p\/(?<place>\d+)$/u.exec(path)?.groups?.place;
  if (path === '/') return page(host, 0, pages);
  if (path === '/robots.txt')
    return text(`User-agent: *\nDisallow: /private/\nSitemap: https://${host}/sitemap.xml`);
  if (path === '/sitemap.xml') return sitemap(host, pages);
  if (path.startsWith('/old/')) return { status: 301, headers: { location: `/older/${path.slice(5)}` } };
  if (path.startsWith('/older/')) return { status: 301, headers: { location: `/p/${path.slice(7)}` } };
  if (place !== undefined && Number(place) < pages) return page(host, Number(place), pages);
  return { status: 404, body: '<h1>Nothing here</h1>' };
}

const text = (body: string): FetchedAnswer => ({
  status: 200,
  body,
  headers: { 'content-type': 'text/plain' },
});

function sitemap(host: string, pages: number): FetchedAnswer {
  // The last page is an orphan.
  const urls = [pages - 1].map((place) => `<url><loc>https://${host}/p/${place}</loc></url>`);
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
  };
}

function page(host: string, place: number, pages: number): FetchedAnswer {
  const targets = [1, 2, 3, 4, 5].map((step) => place * 5 + step).filter((target) => target < pages - 1);
  const links = [
    ...targets.map((target) => `<a href="/p/${target}">Page ${target}</a>`),
    '<a href="/">Home</a>',
    ...(place % 17 === 3 ? [`<a href="/gone/${place}">Gone</a>`] : []),
    ...(place % 19 === 4 ? [`<a href="/old/${(place * 7) % (pages - 1)}">Moved</a>`] : []),
    ...(place % 23 === 5 ? ['<a href="/private/page">Private</a>'] : []),
  ];
  const isCopy = place % 29 === 11;
  const words = Array.from(
    { length: 60 },
    (_, word) => `word${isCopy ? word : (place * 31 + word * word) % 997}`,
  );
  const noindex = place % 31 === 7 ? '<meta name="robots" content="noindex">' : '';
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><title>Page ${place % 37 === 9 ? 'one of many' : place} of ${host}</title>${noindex}</head><body><main><h1>Page ${place}</h1><p>${words.join(' ')}</p></main><nav>${links.join(' ')}</nav></body></html>`,
  };
}

/** Reads such a site without a network. */
export function generatedFetcher(site: GeneratedSite): SiteFetcher & { readonly asked: string[] } {
  const asked: string[] = [];
  const fetchOnce = async (url: URL, isHead: boolean): Promise<FetchedResponse> => {
    asked.push(url.pathname);
    const {
      status,
      body = '',
      headers = {},
    } = url.host === site.host ? generatedAnswer(site, url.pathname) : { status: 404 };
    return {
      ok: true,
      url: url.href,
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      body: isHead ? new Uint8Array() : new TextEncoder().encode(body),
      hops: [],
      firstByteMs: 1,
      totalMs: 1,
    };
  };
  return {
    asked,
    fetch: (address, { maxRedirects = 0, method } = {}) =>
      followRedirects(address, maxRedirects, {
        screen: (next, base) => screenUrl(next, base, () => true),
        fetchOnce: (url) => fetchOnce(url, method === 'HEAD'),
      }),
  };
}

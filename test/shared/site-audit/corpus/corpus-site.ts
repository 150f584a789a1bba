import type { FetchOutcome, Hop, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';

/** What a page of a corpus site answers: HTML, or a whole answer. */
export type CorpusAnswer =
  | string
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** A site made after the real thing, and what a professional would say of it. */
export interface CorpusSite {
  readonly name: string;
  readonly host: string;
  /** By path; every other path answers 404. */
  readonly pages: Readonly<Record<string, CorpusAnswer>>;
  /** Sent with every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers every path that `pages` does not name. */
  readonly fallback?: CorpusAnswer;
  /** Errors and warnings by id, with the paths they are at; those of the site as a whole stand at `/`. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** Kinds of notices. */
  readonly notices: readonly string[];
}

/** Serves a corpus site over HTTPS under its own name; the other host and plain HTTP redirect to it. */
export function corpusFetcher({ host, pages, headers = {}, fallback }: CorpusSite): SiteFetcher {
  const answerTo = (url: URL) => {
    const isOther = url.protocol === 'http:' || url.hostname !== host;
    const moved = { status: 301, headers: { location: `https://${host}${url.pathname}${url.search}` } };
    const named = pages[`${url.pathname}${url.search}`] ?? fallback;
    const answer = isOther ? moved : (named ?? { status: 404, body: '<h1>Not found</h1>' });
    return typeof answer === 'string' ? { body: answer } : answer;
  };
  return {
    async fetch(address, { maxRedirects = 0 } = {}): Promise<FetchOutcome> {
      const hops: Hop[] = [];
      let url = address;
      for (;;) {
        const {
          status = 200,
          headers: own = {},
          body = '',
        }: Exclude<CorpusAnswer, string> = answerTo(new URL(url));
        const { location } = own;
        if (location === undefined || hops.length >= maxRedirects) {
          const all = {
            'content-type': 'text/html; charset=utf-8',
            'content-encoding': 'gzip',
            ...headers,
            ...own,
          };
          const lists = Object.entries(all).map(([name, value]) => [name, [value]] as const);
          const times = { firstByteMs: 60, totalMs: 80 };
          return {
            ok: true,
            url,
            status,
            headers: Object.fromEntries(lists),
            body: Buffer.from(body),
            hops,
            ...times,
          };
        }
        hops.push({ url, status, location });
        url = new URL(location, url).href;
      }
    },
  };
}

export const text = (body: string): CorpusAnswer => ({ headers: { 'content-type': 'text/plain' }, body });
export const picture: CorpusAnswer = { headers: { 'content-type': 'image/png' }, body: 'x' };
export const style: CorpusAnswer = { headers: { 'content-type': 'text/css' }, body: 'body{}' };

export function urlset(host: string, ...paths: readonly string[]): CorpusAnswer {
  const urls = paths.map((path) => `<url><loc>https://${host}${path}</loc></url>`).join('');
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
  };
}

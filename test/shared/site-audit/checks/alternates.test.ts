import { findingsOf, origin } from './made-site.ts';

const entry = (path: string, alternates: readonly (readonly [string, string])[]) =>
  `<url><loc>${origin}${path}</loc>${alternates
    .map(([hreflang, href]) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${href}"/>`)
    .join('')}</url>`;
const listing = (...entries: readonly string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`;
const pages = [{}, { at: '/de' }];
const found = (spec: Parameters<typeof findingsOf>[0]) =>
  findingsOf(spec).filter(({ id }) => id.startsWith('hreflang'));

describe('alternates of other languages', () => {
  it('count where the sitemap names them', () => {
    const both = [
      ['en', '/'],
      ['de', '/de'],
      ['x-default', '/'],
    ] as const;
    expect(found({ pages, sitemap: listing(entry('/', both), entry('/de', both)) })).toEqual([]);
    expect(found({ pages, sitemap: listing(entry('/', both), entry('/de', [])) })).toContainEqual(
      expect.objectContaining({ id: 'hreflang_no_return', url: `${origin}/` }),
    );
    expect(found({ pages, sitemap: listing(entry('/', [['en-UK', '/']]), entry('/de', [])) })).toContainEqual(
      expect.objectContaining({ id: 'hreflang_invalid_code' }),
    );
  });

  it('count where a Link header names them', () => {
    const link = `<${origin}/>; rel="alternate"; hreflang="en", <${origin}/de>; rel="alternate"; hreflang="de"`;
    expect(found({ pages: [{ headers: { link } }, { at: '/de' }] })).toContainEqual(
      expect.objectContaining({ id: 'hreflang_no_return' }),
    );
    expect(
      found({ pages: [{ headers: { link } }, { at: '/de', headers: { link } }] }).map(({ id }) => id),
    ).not.toContain('hreflang_no_return');
  });
});

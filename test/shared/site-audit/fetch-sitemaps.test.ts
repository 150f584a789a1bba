import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { fetchSitemaps } from '#shared/site-audit/sitemap/fetch-sitemaps.ts';

const origin = 'https://shop.com';
const listing = (urls: readonly string[], more = '') =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc>${more}</url>`).join('')}</urlset>`;
const indexOf = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const addresses = (file: number, count: number) =>
  Array.from({ length: count }, (_, place) => `${origin}/${file}/${place}`);

/** Files by address; what is not there is 404. A body is cut as the guarded fetcher cuts it. */
function serving(files: ReadonlyMap<string, string | Uint8Array>): SiteFetcher {
  return {
    fetch: async (url, { maxBytes = 0 } = {}) => {
      const body = Buffer.from(files.get(url) ?? '').subarray(0, maxBytes);
      const status = files.has(url) ? 200 : 404;
      return { ok: true, url, status, headers: {}, body, hops: [], firstByteMs: 1, totalMs: 1 };
    },
  };
}

const read = (
  files: ReadonlyMap<string, string | Uint8Array>,
  bounds?: Parameters<typeof fetchSitemaps>[0]['bounds'],
) =>
  fetchSitemaps({
    ...{ origin, declared: [`${origin}/sitemap.xml`], linked: [], fetcher: serving(files) },
    ...{ spacingMs: 0, signal: new AbortController().signal, ...(bounds && { bounds }) },
  });

function siteWith(counts: readonly number[], more = '') {
  const names = counts.map((_, file) => `${origin}/sitemap-${file}.xml`);
  const files = names.map((name, file) => [name, listing(addresses(file, counts[file] ?? 0), more)] as const);
  return new Map([[`${origin}/sitemap.xml`, indexOf(names)], ...files]);
}

const alternate = '<xhtml:link rel="alternate" hreflang="de" href="https://shop.com/de"/>';

describe('the sitemaps of a site', () => {
  it('are read file by file up to their bounds, and say whether anything was left out', async () => {
    const counts = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 });
    const bounds = fc.record({
      documents: fc.integer({ min: 1, max: 10 }),
      addresses: fc.integer({ min: 1, max: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(counts, bounds, async (sizes, most) => {
        const all = sizes.flatMap((count, file) => addresses(file, count));
        const { entries, documents, isTruncated } = await read(siteWith(sizes, alternate), most);
        expect(entries.map(({ url }) => url)).toEqual(all.slice(0, entries.length));
        expect(entries.length).toBeLessThanOrEqual(most.addresses);
        expect(documents.length).toBeLessThanOrEqual(most.documents);
        // Files without an address may be left out unseen.
        if (entries.length < all.length) expect(isTruncated).toBe(true);
        if (sizes.length < most.documents && all.length < most.addresses)
          expect([entries.length, isTruncated]).toEqual([all.length, false]);
        // A page whose languages were left out would seem not to name the others back.
        expect(entries.some(({ alternates }) => alternates)).toBe(!isTruncated && entries.length > 0);
      }),
    );
  });

  it('count 60,000 addresses of a crawl, and 5,000 of a sample', async () => {
    const files = siteWith(Array.from({ length: 64 }, () => 1_000));
    const crawled = await read(files, { documents: 1_000, addresses: 60_000 });
    expect([crawled.entries.length, crawled.documents.length, crawled.isTruncated]).toEqual([
      60_000,
      61,
      true,
    ]);
    expect(crawled.documents[1]?.document).toEqual({
      kind: 'urlset',
      addresses: 1_000,
      isBroken: false,
      isTruncated: false,
    });
    const sampled = await read(files);
    expect([sampled.entries.length, sampled.documents.length, sampled.isTruncated]).toEqual([4_000, 5, true]);
  });

  it('are read to their first 10 MB, packed or not, and are not broken for that', async () => {
    const long = listing(addresses(1, 150_000), `<lastmod>2026-11-20</lastmod>`);
    expect(long.length).toBeGreaterThan(10_000_000);
    for (const body of [long, gzipSync(long)]) {
      const { entries, documents, isTruncated } = await read(new Map([[`${origin}/sitemap.xml`, body]]), {
        documents: 5,
        addresses: 200_000,
      });
      expect(entries.length).toBeGreaterThan(100_000);
      expect([documents[0]?.document?.isBroken, documents[0]?.refusal, isTruncated]).toEqual([
        false,
        undefined,
        true,
      ]);
    }
  });

  it('end where they lead to themselves', async () => {
    const self = `${origin}/sitemap.xml`;
    const { entries, documents, isTruncated } = await read(new Map([[self, indexOf([self, self])]]), {
      documents: 1_000,
      addresses: 10,
    });
    expect([entries.length, documents.length, isTruncated]).toEqual([0, 1, false]);
  });
});

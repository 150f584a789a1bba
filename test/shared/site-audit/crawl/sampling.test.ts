import { auditOf } from '#test/support/audit/audit-tool.ts';
import { robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import type { Answer } from '#test/support/audit/test-site.ts';

const base = 'http://shop.example';
const words = 'oak elm fir ash yew box bay fig nut pea rye oat tea hop flax hemp kale leek dill mint'.split(
  ' ',
);
const pathsOf = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n) => `/${folder}/${words[n % 20]}-${words[Math.floor(n / 20)]}`);

const good = words.map((word) => `/guides/${word}`);
const dead = pathsOf('old', 100);
const copies = pathsOf('print', 100);
const variants = pathsOf('shop', 5).flatMap((_, n) =>
  Array.from({ length: 20 }, (_unused, m) => `/guides/${words[n]}?colour=${m}`),
);

describe('POST /v1/tools/audit_site, on a site that is mostly dead addresses, copies and variants', () => {
  it('audits as many pages as were asked for, where they exist', async () => {
    const pages: [string, Answer][] = [
      ['/', soundPage('/')],
      ...good.map((path): [string, Answer] => [path, soundPage(path, { topic: path.slice(8) })]),
      ...copies.map((path): [string, Answer] => [
        path,
        soundPage(path, { canonical: `<link rel="canonical" href="${base}/guides/oak">` }),
      ]),
      ...variants.map((path): [string, Answer] => [
        path,
        soundPage(path, { canonical: `<link rel="canonical" href="${base}${path.split('?')[0]}">` }),
      ]),
    ];
    const { data, requests } = await auditOf(
      {
        ...Object.fromEntries(pages),
        '/robots.txt': robotsTxt(),
        '/sitemap.xml': sitemap('/', ...dead, ...copies, ...variants, ...good),
      },
      { max_pages: 20 },
    );
    expect(data.pages_audited).toBe(20);
    expect(requests.filter((path) => path.includes('?'))).toEqual([]);
    expect(data.excluded_summary.http_error).toBeLessThan(12);
    expect(data.excluded_summary.canonicalised).toBeLessThan(12);
  });

  it('reads variants where nothing else is left', async () => {
    const paths = ['/list', '/list?page=two', '/list?page=three'];
    const pages = ['/', ...paths].map((path): [string, Answer] => [
      path,
      soundPage(path, { topic: path.replaceAll(/\W+/gu, ' ').trim() || 'shop' }),
    ]);
    const { data } = await auditOf({
      ...Object.fromEntries(pages),
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', ...paths),
    });
    expect(data.pages_audited).toBe(4);
  });
});

import { auditedHost, auditOf, ownFigures } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';

const at = (path: string) => `http://${auditedHost}${path}`;
const hidden = (path: string) =>
  soundPage(path, { nav: linksTo('/'), head: '<meta name="robots" content="noindex">' });
const site = {
  '/': soundPage('/', { nav: linksTo('/sold', '/bread') }),
  '/bread': soundPage('/bread', { nav: linksTo('/') }),
  '/sold': hidden('/sold'),
  '/robots.txt': robotsTxt(),
  '/sitemap.xml': sitemap('/', '/bread', '/sold'),
};

describe('an audit of a site whose own figures the account has', () => {
  it('puts a page that search is about to lose first, with its clicks', async () => {
    const plain = await auditOf(site);
    expect(plain.data.recommendations[0]?.issue).not.toBe('noindex_meta');
    expect(plain.data.own).toBeUndefined();
    const { data, facts } = await auditOf(site, {}, { own: ownFigures(at('/sold'), 1200) });
    expect(data.recommendations[0]).toMatchObject({
      issue: 'noindex_meta',
      own: { clicks: 1200, impressions: 12_000 },
    });
    expect(facts).toContainEqual(expect.objectContaining({ type: 'own_search_figures' }));
  });

  it('leaves behind which pages were read, and which of them search loses', async () => {
    const read = (await auditOf(site, {}, { own: ownFigures(at('/sold'), 1200) })).readPages;
    expect(read?.urls).toEqual([at('/'), at('/bread')]);
    const title = 'The page is set to noindex.';
    const on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/u);
    expect(read).toMatchObject({ site: auditedHost, faults: [{ url: at('/sold'), title, on }] });
    expect((await auditOf(site)).readPages).toBeUndefined();
  });

  it('counts the clicks of dead pages alone, not those of pages that link to them', async () => {
    const linking = { ...site, '/': soundPage('/', { nav: linksTo('/gone') }) };
    const { data } = await auditOf(linking, {}, { own: ownFigures(at('/'), 900) });
    const dead = data.recommendations.find(({ issue }) => issue === 'http_4xx');
    expect(dead).toMatchObject({ also_mends: ['broken_internal_link'], own: { clicks: 0 } });
  });

  it('finds a page with clicks that no link leads to, where the whole site was read', async () => {
    const { data } = await auditOf(site, {}, { own: ownFigures(at('/forgotten'), 40) });
    expect(data.orphans).toEqual([{ url: at('/forgotten'), clicks: 40 }]);
    const part = await auditOf(site, { max_pages: 1 }, { own: ownFigures(at('/forgotten'), 40) });
    expect(part.data).not.toHaveProperty('orphans');
  });

  it('reads the pages that search brings readers to before others, and tells which are dead', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => `/a/page-${String.fromCodePoint(97 + n)}`).map((path) => [
        path,
        soundPage(path),
      ]),
    );
    const large = { ...site, ...many, '/sitemap.xml': sitemap('/', ...Object.keys(many)) };
    const own = ownFigures(at('/vanished'), 300);
    const { data, datasets, requests } = await auditOf(large, { max_pages: 4 }, { own });
    expect(requests.filter((path) => path.endsWith('/vanished')).length).toBeGreaterThan(0);
    expect(data.recommendations[0]).toMatchObject({ issue: 'http_4xx', own: { clicks: 300 } });
    const rows = datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? [];
    expect(rows.find(({ issue }) => issue === 'http_4xx')).toMatchObject({ clicks: 300, impressions: 3000 });
    const rest = await auditOf(large, { urls: [at('/a/page-c')] }, { own });
    expect(rest.requests.filter((path) => path.endsWith('/vanished'))).toEqual([]);
  });

  it('is whole where the figures cannot be read', async () => {
    const own = { own: { site: () => Promise.reject(new Error('The table is busy.')) } };
    const { data } = await auditOf(site, {}, { own });
    expect(data.pages_audited).toBeGreaterThan(0);
    expect(data.own).toBeUndefined();
  });
});

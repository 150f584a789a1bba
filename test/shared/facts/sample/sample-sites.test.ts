import { withSampleSites } from '#shared/facts/sample/sample-sites.ts';
import { type PlantedFault, planSite } from '#shared/facts/sample/site-plan.ts';
import { sampleKeywords } from '#shared/facts/stored-index/sample/sample-keywords.ts';
import { sampleListings } from '#shared/facts/stored-index/sample/sample-listings.ts';
import { auditSite } from '#shared/site-audit/audit-site.ts';
import { refuse, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';

const asked: string[] = [];
const publicSites: SiteFetcher = {
  fetch: async (url) => {
    asked.push(url);
    return refuse('dns', 'There is no such name.');
  },
};
const sites = withSampleSites(publicSites);

/** The check that finds each planted fault. */
const checkOf: Readonly<Record<PlantedFault, string>> = {
  no_description: 'description_missing',
  long_title: 'title_long',
  image_without_alt: 'img_alt_missing',
  broken_link: 'broken_internal_link',
  redirected_link: 'internal_link_redirect',
  two_h1: 'h1_multiple',
  thin_text: 'thin_content',
  insecure_image: 'mixed_content',
};

async function auditOf(domain: string) {
  const audit = await auditSite({ domain, maxPages: 20, fetcher: sites, now: Date.now() });
  if (!audit.ok) throw new Error(audit.detail);
  return audit;
}

describe('the sites of the sample market', () => {
  it('have a page at every address that ranks in a listing', async () => {
    const listings = sampleListings('US', sampleKeywords('US', 1));
    const ranked = new Set(listings.flatMap(({ organic }) => organic.map(({ url }) => url)));
    const outcomes = await Promise.all(
      [...ranked].map(async (url) => {
        const outcome = await sites.fetch(url);
        return outcome.ok ? outcome.status : outcome.reason;
      }),
    );
    expect(ranked.size).toBeGreaterThan(500);
    expect(new Set(outcomes)).toEqual(new Set([200]));
  });

  it.each(['trailpeak.example', 'tamper-and-co.example', 'brewnotes.example'])(
    'show an audit of %s exactly the faults that they were made with',
    async (domain) => {
      const audit = await auditOf(domain);
      const found = Array.from(audit.findings.values(), ({ check, url }) => `${check.id} ${url}`);
      const audited = new Set(audit.site.audited.map(({ url }) => url));
      const planted = (planSite(domain)?.pages ?? []).flatMap(({ path, faults }) =>
        [...faults].map((fault) => `${checkOf[fault]} https://${domain}${path}`),
      );
      expect(planted.length).toBeGreaterThan(0);
      expect(found.filter((line) => audited.has(line.split(' ')[1] ?? '')).sort()).toEqual(
        planted.filter((line) => audited.has(line.split(' ')[1] ?? '')).sort(),
      );
    },
  );

  it('say that they are a sample, and public sites do not', () => {
    expect(sites.originOf?.('trailpeak.example')).toMatchObject({
      connectionId: 'sample-market',
      warning: { code: 'sample_data' },
    });
    expect(sites.originOf?.('trailpeak.example.com')).toBeUndefined();
  });

  it('leave every other address to the guarded fetcher, lookalikes included', async () => {
    asked.length = 0;
    const others = [
      'https://shop.test/',
      'https://trailpeak.example.com/',
      'https://nobody.example/',
      'not a url',
    ];
    for (const url of others) expect(await sites.fetch(url)).toMatchObject({ ok: false, reason: 'dns' });
    expect(asked).toEqual(others);
  });

  it('hold to the rules of addresses: credentials and strange ports are refused', async () => {
    for (const url of ['https://user:pass@trailpeak.example/', 'https://trailpeak.example:22/'])
      expect(await sites.fetch(url)).toMatchObject({ ok: false, reason: 'invalid_url' });
  });

  it('move plain HTTP and the www host to the one address of the site', async () => {
    const outcome = await sites.fetch('http://www.trailpeak.example/rain-jacket', { maxRedirects: 3 });
    expect(outcome).toMatchObject({ ok: true, status: 200, url: 'https://trailpeak.example/rain-jacket' });
  });

  it('answer 404 at an address that they do not have', async () => {
    expect(await sites.fetch('https://trailpeak.example/nothing')).toMatchObject({ ok: true, status: 404 });
  });
});

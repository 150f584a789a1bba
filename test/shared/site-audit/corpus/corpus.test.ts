import { auditSite } from '#shared/site-audit/audit-site.ts';
import { addressesOf, type Finding } from '#shared/site-audit/checks/run-checks.ts';
import { shopify, wordPress } from './content-systems.ts';
import { type CorpusSite, corpusFetcher } from './corpus-site.ts';
import { cloudflare, docusaurus, drupal, nextShell, plainHtml, stagingCopy, wixSite } from './other-sites.ts';

const corpus = [
  wordPress,
  shopify,
  wixSite,
  nextShell,
  drupal,
  docusaurus,
  cloudflare,
  plainHtml,
  stagingCopy,
];

/** What the audit says of a site: errors and warnings as `issue path`, notices by their kind. */
async function findingsOf(site: CorpusSite) {
  const audit = await auditSite({
    domain: site.host,
    maxPages: 20,
    fetcher: corpusFetcher(site),
    now: Date.UTC(2026, 10, 20),
  });
  if (!audit.ok) throw new Error(audit.detail);
  const keysOf = ({ check, ...finding }: Finding) =>
    check.severity === 'low'
      ? [check.id]
      : addressesOf({ check, ...finding }).map((url) => `${check.id} ${new URL(url).pathname}`);
  const findings = [...audit.findings.values()];
  const errors = findings.filter(({ check }) => check.severity === 'high');
  const told = new Set(findings.flatMap(keysOf));
  const high = new Set(errors.flatMap(keysOf));
  return { audit, told, high };
}

function expectedOf({ faults, notices }: CorpusSite): Set<string> {
  const keyed = Object.entries(faults).flatMap(([issue, paths]) => paths.map((path) => `${issue} ${path}`));
  return new Set([...keyed, ...notices]);
}

const sizeOf = (sets: readonly ReadonlySet<string>[]) => sets.reduce((sum, { size }) => sum + size, 0);

describe('an audit of sites made after the real thing', () => {
  it.each(corpus.map((site) => [site.name, site] as const))(
    'raises no false alarm and misses nothing on %s',
    async (_name, site) => {
      const { told, high } = await findingsOf(site);
      const expected = expectedOf(site);
      expect([...high.difference(expected)]).toEqual([]);
      expect({ false: [...told.difference(expected)], missed: [...expected.difference(told)] }).toEqual({
        false: [],
        missed: [],
      });
    },
  );

  it('is right in 98 of 100 findings over all of them, and finds 98 of 100 faults', async () => {
    const sites = await Promise.all(
      corpus.map(async (site) => ({ told: (await findingsOf(site)).told, expected: expectedOf(site) })),
    );
    const right = sizeOf(sites.map(({ told, expected }) => told.intersection(expected)));
    expect(right / sizeOf(sites.map(({ told }) => told))).toBeGreaterThanOrEqual(0.98);
    expect(right / sizeOf(sites.map(({ expected }) => expected))).toBeGreaterThanOrEqual(0.98);
  });

  it('begins with what keeps the site out of search where something does, and spreads the scores', async () => {
    const { audit } = await findingsOf(stagingCopy);
    expect(audit.recommendations[0]).toMatchObject({
      check: { id: 'canonical_sitewide_elsewhere' },
      isBlocker: true,
    });
    expect(audit.site.audited).toHaveLength(3);
    const scores = await Promise.all(corpus.map(async (site) => (await findingsOf(site)).audit.score.score));
    expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(40);
  });
});

import fc from 'fast-check';
import { checkCatalog } from '#shared/site-audit/checks/catalog.ts';
import { type DeadAddress, type DeadIssue, deadIssues } from '#shared/site-audit/checks/dead-addresses.ts';
import { clusterFindings, recommend } from '#shared/site-audit/report/recommendations.ts';
import { scoreSite } from '#shared/site-audit/report/score.ts';

const evidence = { selector: 'x', excerpt: 'x' };
const checkNamed = (id: string) => {
  const check = checkCatalog.find((each) => each.id === id);
  if (check === undefined) throw new Error(`No check ${id}.`);
  return check;
};
const dead = (n: number, issue: DeadIssue = 'http_4xx'): DeadAddress => ({
  url: `https://shop.com/dead-${n}`,
  issue,
  selector: 'status line',
  detail: 'x',
  status: 404,
  reason: undefined,
});
const pages = ['/', '/a', '/b', '/c'].map((path) => `https://shop.com${path}`);

/** Any findings on any of the pages, any addresses dead. */
const site = fc.record({
  findings: fc.array(
    fc.record({
      check: fc.constantFrom(...checkCatalog),
      url: fc.constantFrom(...pages),
      evidence: fc.constant(evidence),
    }),
    { maxLength: 60 },
  ),
  dead: fc
    .array(fc.constantFrom(...deadIssues), { maxLength: 5 })
    .map((issues) => issues.map((issue, n) => dead(n, issue))),
});

describe('onpage_score', () => {
  it('lies between 0 and 100, and its breakdown adds up to it to the hundredth', () => {
    fc.assert(
      fc.property(site, ({ findings, dead: gone }) => {
        const { score, breakdown } = scoreSite(
          { pages, dead: gone, asked: pages.length + gone.length },
          findings,
        );
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(breakdown.reduce((sum, { points }) => sum + Math.round(points * 100), 0)).toBe(
          Math.round(score * 100),
        );
      }),
    );
  });

  it('never falls by mending something, and is 100 when all is mended', () => {
    fc.assert(
      fc.property(site, ({ findings, dead: gone }) => {
        const result = scoreSite({ pages, dead: gone, asked: pages.length + gone.length }, findings);
        for (const { gain } of clusterFindings(findings, result)) expect(gain).toBeGreaterThanOrEqual(0);
        const all = checkCatalog.map(({ id }) => id);
        expect(result.score + result.gainOf(all)).toBeCloseTo(100, 1);
      }),
    );
  });

  it('counts a dead address once, however many pages link to it', () => {
    const gone = { pages, dead: [dead(1)], asked: 5 };
    const link = checkNamed('broken_internal_link');
    const linked = pages.map((url) => ({ check: link, url, evidence }));
    expect(scoreSite(gone, []).score).toBe(80);
    expect(scoreSite(gone, linked).score).toBe(80);
    expect(scoreSite(gone, linked).ofWorkingPages).toBe(100);
  });

  it('spreads what is usually wrong: nothing on all pages but a description leaves 90, five usual faults 64', () => {
    const onAll = (...ids: string[]) =>
      scoreSite(
        { pages, dead: [], asked: 4 },
        ids.flatMap((id) => pages.map((url) => ({ check: checkNamed(id), url, evidence }))),
      ).score;
    expect(onAll('description_missing')).toBeCloseTo(90.39, 2);
    expect(
      onAll('description_missing', 'mixed_content', 'lang_missing', 'img_alt_missing', 'h1_missing'),
    ).toBeCloseTo(64.12, 1);
  });
});

describe('recommendations of audit_site', () => {
  const of = (...ids: string[]) => {
    const findings = ids.map((id) => ({ check: checkNamed(id), url: 'https://shop.com/', evidence }));
    const score = scoreSite({ pages, dead: [dead(1), dead(2)], asked: 6 }, findings);
    return recommend(clusterFindings(findings, score), score);
  };

  it('begin with what keeps the whole site out of search, whatever it weighs', () => {
    for (const blocker of [
      'noindex_sitewide',
      'noindex_home',
      'robots_blocks_all',
      'robots_txt_5xx',
      'robots_txt_unreachable',
      'canonical_sitewide_elsewhere',
    ])
      expect(of('http_4xx', 'title_missing', blocker)[0]).toMatchObject({
        check: { id: blocker },
        isBlocker: true,
      });
  });

  it.each([
    ['https_broken', 'http_not_https', 'form_on_http'],
    ['canonical_to_error', 'canonical_to_redirect', 'canonical_chain', 'canonical_relative'],
    ['http_4xx', 'broken_internal_link', 'sitemap_has_error'],
    ['noindex_sitewide', 'noindex_meta', 'sitemap_has_noindex'],
    ['canonical_sitewide_elsewhere', 'canonical_other_host'],
    ['head_elements_invalid', 'canonical_outside_head', 'metas_in_body'],
    ['hsts_missing', 'csp_missing', 'xfo_missing'],
    ['og_title_missing', 'og_image_missing', 'twitter_card_missing'],
  ])('are one where one piece of work mends all: %s', (lead, ...others) => {
    const found = of(...others, lead, 'title_missing');
    expect(found).toHaveLength(2);
    expect(found.find(({ check }) => check.id === lead)?.alsoMends.toSorted()).toEqual(others.toSorted());
  });

  it('leave a fault alone whose cause was not found', () => {
    expect(of('canonical_outside_head', 'metas_in_body')).toHaveLength(2);
  });

  it('know every check that they name', () => {
    const found = recommend(
      clusterFindings(
        checkCatalog.map((check) => ({ check, url: 'https://shop.com/', evidence })),
        scoreSite({ pages, dead: [], asked: 4 }, []),
      ),
      scoreSite({ pages, dead: [], asked: 4 }, []),
    );
    const named = found.flatMap(({ check, alsoMends }) => [check.id, ...alsoMends]);
    expect(named.toSorted()).toEqual(checkCatalog.map(({ id }) => id).toSorted());
  });
});

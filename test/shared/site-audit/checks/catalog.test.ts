import { checkCatalog, checksBySubject } from '#shared/site-audit/checks/catalog.ts';
import { weightOf } from '#shared/site-audit/checks/check.ts';
import type { CheckCases } from './case.ts';
import { httpCases, securityCases } from './http-cases.ts';
import { canonicalCases, indexabilityCases, robotsCases, sitemapCases } from './indexability-cases.ts';
import { imageCases, internationalCases, linkCases, urlCases } from './link-cases.ts';
import { findingsOf, findingsOnDisk, findingsWithEvidence } from './made-site.ts';
import { markupCases, structuredCases } from './markup-cases.ts';
import { renderCases } from './render-cases.ts';
import { contentCases, headingCases, titleCases } from './text-cases.ts';

const cases: CheckCases = {
  ...httpCases,
  ...securityCases,
  ...indexabilityCases,
  ...robotsCases,
  ...canonicalCases,
  ...sitemapCases,
  ...titleCases,
  ...headingCases,
  ...contentCases,
  ...linkCases,
  ...urlCases,
  ...imageCases,
  ...internationalCases,
  ...structuredCases,
  ...markupCases,
  ...renderCases,
};

describe('the catalog of checks', () => {
  it('has more than a hundred, each with a test of a site that fails and one that passes', () => {
    expect(checkCatalog.length).toBeGreaterThanOrEqual(100);
    expect(Object.keys(cases).toSorted()).toEqual(checkCatalog.map(({ id }) => id).toSorted());
    expect(new Set(checkCatalog.map(({ id }) => id)).size).toBe(checkCatalog.length);
    expect([...checksBySubject.values()].flat()).toHaveLength(checkCatalog.length);
  });

  it.each(checkCatalog.map((check) => [check.id, check] as const))('explains %s whole', (id, check) => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u);
    for (const text of [check.title, check.why, check.threshold, check.remedy])
      expect(text).toMatch(/[.)]$/u);
    expect(check.source.length).toBeGreaterThan(4);
    expect(weightOf(check)).toBeGreaterThanOrEqual(check.severity === 'low' ? 0 : 1);
    expect(weightOf(check)).toBeLessThanOrEqual(check.severity === 'low' ? 0 : 10);
  });
});

describe.each(Object.entries(cases))('%s', (id, { fails, passes }) => {
  it('is found where it is, and shown', () => {
    const found = findingsWithEvidence(fails).filter(({ check }) => check.id === id);
    expect(found.length).toBeGreaterThan(0);
    for (const { evidence } of found) {
      expect(evidence.selector.length).toBeGreaterThan(0);
      expect([...evidence.excerpt].length).toBeLessThanOrEqual(160);
    }
  });

  it('is not found where it only seems to be', () => {
    expect(findingsOf(passes).filter((finding) => finding.id === id)).toEqual([]);
  });

  it('is found in a whole site, whose pages are read from disk, as in a sample', () => {
    for (const { rendered: _rendered, ...spec } of [fails, passes])
      expect(findingsOnDisk(spec)).toEqual(findingsWithEvidence(spec));
  });
});

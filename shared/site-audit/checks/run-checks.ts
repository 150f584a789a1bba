import { crossChecks, documentChecks, responseChecks, siteChecks } from './catalog.ts';
import type { Check, Evidence } from './check.ts';
import { evidence } from './evidence.ts';
import type { SiteFacts } from './site-facts.ts';

/** One check that fired, on one address; site-wide findings stand at the home page. */
export interface Finding {
  readonly check: Check;
  readonly url: string;
  /** All pages that a fault told once for the site is on; undefined for every other. */
  readonly urls?: readonly string[];
  readonly evidence: Evidence;
}

/** The addresses a finding is about. */
export function addressesOf({ url, urls }: Finding): readonly string[] {
  return urls ?? [url];
}

/** Runs the whole catalog. */
export function runChecks(site: SiteFacts): readonly Finding[] {
  return toldOnce([...runPageChecks(site), ...runSiteChecks(site)], site.audited.length);
}

/** What each page shows by itself; it may be asked of any part of a site. */
export function runPageChecks(site: SiteFacts): readonly Finding[] {
  const { findings, note } = notedFindings();
  for (const page of site.crawl.records)
    for (const check of responseChecks) note(check, page.url, check.find(page, site));
  for (const page of site.audited)
    for (const check of documentChecks) note(check, page.url, check.find(page.document, page, site));
  return findings;
}

/** What only the site as a whole shows. */
export function runSiteChecks(site: SiteFacts): readonly Finding[] {
  const { findings, note } = notedFindings();
  for (const check of crossChecks)
    for (const { url, evidence } of check.find(site)) note(check, url, evidence);
  for (const check of siteChecks) note(check, site.crawl.home.url, check.find(site));
  return findings;
}

function notedFindings() {
  const findings: Finding[] = [];
  const note = (check: Check, url: string, evidence: Evidence | undefined): void => {
    if (evidence !== undefined) findings.push({ check, url, evidence });
  };
  return { findings, note };
}

/** Settings of a server or a template are one row for the site, with the pages they are on. */
export function toldOnce(findings: readonly Finding[], pages: number): readonly Finding[] {
  const repeated = Map.groupBy(
    findings.filter(({ check }) => check.once === true),
    ({ check }) => check,
  );
  return findings.flatMap((finding) => {
    const all = repeated.get(finding.check);
    if (all === undefined) return [finding];
    if (all[0] !== finding) return [];
    const { selector, excerpt } = finding.evidence;
    const told = evidence(selector, `${excerpt} (on ${all.length} of ${pages} pages)`);
    return [{ ...finding, urls: all.map(({ url }) => url), evidence: told }];
  });
}

import { crossChecks, documentChecks, responseChecks, siteChecks } from './catalog.ts';
import type { Check, Evidence } from './check.ts';
import type { SiteFacts } from './site-facts.ts';

/** One check that fired, on one address; site-wide findings stand at the home page. */
export interface Finding {
  readonly check: Check;
  readonly url: string;
  readonly evidence: Evidence;
}

/** Runs the whole catalog. */
export function runChecks(site: SiteFacts): readonly Finding[] {
  const findings: Finding[] = [];
  const note = (check: Check, url: string, evidence: Evidence | undefined): void => {
    if (evidence !== undefined) findings.push({ check, url, evidence });
  };
  for (const page of site.crawl.records)
    for (const check of responseChecks) note(check, page.url, check.find(page, site));
  for (const page of site.audited)
    for (const check of documentChecks) note(check, page.url, check.find(page.document, page, site));
  for (const check of crossChecks)
    for (const { url, evidence } of check.find(site)) note(check, url, evidence);
  for (const check of siteChecks) note(check, site.crawl.home.url, check.find(site));
  return findings;
}

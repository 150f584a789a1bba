import type { PageRecord } from '../crawl/page-record.ts';
import { crossChecks, documentChecks, responseChecks, siteChecks } from './catalog.ts';
import { type Check, type Evidence, evidence, type PageSetting } from './check.ts';
import { createReferenceReader } from './references.ts';
import { isAudited, type SiteFacts } from './site-facts.ts';

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

export type PageReading = ReturnType<typeof createPageReading>;

/** Reads pages as they come: what each shows by itself, and what it refers to. Nobody need keep all that they held. */
export function createPageReading(setting: PageSetting, isNoted: (href: string) => boolean = () => true) {
  const { findings, note } = notedFindings();
  const references = createReferenceReader({ scope: setting.crawl.scope, isNoted });
  return {
    findings,
    references,
    take(page: PageRecord): void {
      for (const check of responseChecks) note(check, page.url, check.find(page, setting));
      if (!isAudited(page)) return;
      for (const check of documentChecks) note(check, page.url, check.find(page.document, page, setting));
      references.read(page);
    },
  };
}

/** All that is wrong with a site whose pages were read. */
export function findingsOf(site: SiteFacts, { findings }: Pick<PageReading, 'findings'>): readonly Finding[] {
  const counted = findings.filter(({ check }) => check.isFaultOf?.(site) ?? true);
  return toldOnce([...counted, ...runSiteChecks(site)], site.audited.length);
}

/** What only the site as a whole shows. */
function runSiteChecks(site: SiteFacts): readonly Finding[] {
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
function toldOnce(findings: readonly Finding[], pages: number): readonly Finding[] {
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

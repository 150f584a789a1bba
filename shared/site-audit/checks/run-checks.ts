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
  const findings: Finding[] = [];
  const note = noteIn(findings);
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

/** Findings one after the other: a list, or what lies on disk of a whole site. */
export type Findings = Pick<readonly Finding[], 'length' | 'values'>;
export type FindingList = Findings & Pick<Finding[], 'push'>;

/** All that is wrong with a site whose pages were read; what only the site as a whole shows is added to the list. */
export function findingsOf(site: SiteFacts, { findings }: { readonly findings: FindingList }): Findings {
  const note = noteIn(findings);
  for (const check of crossChecks)
    for (const { url, evidence } of check.find(site)) note(check, url, evidence);
  for (const check of siteChecks) note(check, site.crawl.home.url, check.find(site));
  return toldOnce(site, findings);
}

function noteIn(findings: Pick<FindingList, 'push'>) {
  return (check: Check, url: string, evidence: Evidence | undefined): void => {
    if (evidence !== undefined) findings.push({ check, url, evidence });
  };
}

/** Settings of a server or a template are one row for the site, with the pages they are on. */
function toldOnce(site: SiteFacts, findings: Findings): Findings {
  const faults = () => findings.values().filter(({ check }) => check.isFaultOf?.(site) ?? true);
  const repeated = new Map<Check, string[]>();
  let length = 0;
  for (const { check, url } of faults()) {
    const known = repeated.get(check);
    known?.push(url);
    if (known !== undefined) continue;
    if (check.once === true) repeated.set(check, [url]);
    length += 1;
  }
  const values = function* (): Generator<Finding> {
    const told = new Set<Check>();
    for (const finding of faults()) {
      const { check } = finding;
      const urls = repeated.get(check);
      if (urls === undefined) yield finding;
      else if (!told.has(check)) yield { ...finding, urls, evidence: onPages(finding, urls.length, site) };
      told.add(check);
    }
  };
  return { length, values };
}

const onPages = ({ evidence: { selector, excerpt } }: Finding, pages: number, { audited }: SiteFacts) =>
  evidence(selector, `${excerpt} (on ${pages} of ${audited.length} pages)`);

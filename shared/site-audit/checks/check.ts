import type { CrawlSetting } from '../crawl/crawl-site.ts';
import type { AuditedPage, PageRecord } from '../crawl/page-record.ts';
import type { PageDocument } from '../document/page-document.ts';
import { excerptOf } from '../document/words.ts';
import type { SiteFacts } from './site-facts.ts';

/** What is known of a site before its pages are read. */
export interface PageSetting {
  readonly crawl: CrawlSetting;
}

/** `high` is an error, `medium` a warning, `low` a notice. */
export type Severity = 'high' | 'medium' | 'low';

/** Where a finding shows, and what stands there. */
export interface Evidence {
  /** CSS selector in the page, or the header, file or address that was looked at. */
  readonly selector: string;
  /** At most 160 characters of the page's own text or figures. */
  readonly excerpt: string;
}

export interface Located {
  readonly url: string;
  readonly evidence: Evidence;
}

/** What every check tells about itself; the reference page is made of this. */
interface CheckText {
  /** Stable word on the wire. */
  readonly id: string;
  readonly severity: Severity;
  /** Weight in the score, 1-10; notices have none. Default 8 for errors, 5 for warnings. */
  readonly weight?: number;
  /** A setting of the server or the template: one finding for the site, however many pages have it. */
  readonly once?: boolean;
  /** The fault in one sentence. */
  readonly title: string;
  /** What it costs the site. */
  readonly why: string;
  /** When the check fires. */
  readonly threshold: string;
  /** What to do, as an instruction. */
  readonly remedy: string;
  /** Where rule or figure come from. */
  readonly source: string;
  /** Whether what it finds is a fault on a site like this; always, where it does not say. */
  isFaultOf?(site: SiteFacts): boolean;
}

export interface ResponseCheck extends CheckText {
  readonly scope: 'response';
  find(page: PageRecord, site: PageSetting): Evidence | undefined;
}

export interface DocumentCheck extends CheckText {
  readonly scope: 'document';
  find(document: PageDocument, page: AuditedPage, site: PageSetting): Evidence | undefined;
}

export interface CrossCheck extends CheckText {
  readonly scope: 'cross';
  find(site: SiteFacts): readonly Located[];
}

export interface SiteCheck extends CheckText {
  readonly scope: 'site';
  find(site: SiteFacts): Evidence | undefined;
}

export type Check = ResponseCheck | DocumentCheck | CrossCheck | SiteCheck;

/** Checks that need no markup: run on every page that answered, excluded ones too. */
export function onResponse(checks: readonly Omit<ResponseCheck, 'scope'>[]): readonly ResponseCheck[] {
  return checks.map((check) => ({ ...check, scope: 'response' }));
}

/** Checks of one audited page's markup. */
export function onDocument(checks: readonly Omit<DocumentCheck, 'scope'>[]): readonly DocumentCheck[] {
  return checks.map((check) => ({ ...check, scope: 'document' }));
}

/** Checks that compare pages with each other. */
export function acrossPages(checks: readonly Omit<CrossCheck, 'scope'>[]): readonly CrossCheck[] {
  return checks.map((check) => ({ ...check, scope: 'cross' }));
}

/** Checks of the site as a whole. */
export function onSite(checks: readonly Omit<SiteCheck, 'scope'>[]): readonly SiteCheck[] {
  return checks.map((check) => ({ ...check, scope: 'site' }));
}

const defaultWeights: Readonly<Record<Severity, number>> = { high: 8, medium: 5, low: 0 };

export function weightOf({ severity, weight }: Pick<Check, 'severity' | 'weight'>): number {
  return weight ?? defaultWeights[severity];
}

const excerptCharacters = 160;

export function evidence(selector: string, excerpt: string): Evidence {
  return { selector, excerpt: excerptOf(excerpt, excerptCharacters) };
}

/** Reads something of a site once, however many checks ask for it. */
export function onceOf<Site extends object, Found>(read: (site: Site) => Found): (site: Site) => Found {
  const known = new WeakMap<Site, { readonly found: Found }>();
  return (site) => {
    const kept = known.get(site) ?? { found: read(site) };
    known.set(site, kept);
    return kept.found;
  };
}

/** Evidence where a condition holds, else nothing: the shape of most checks. */
export function when(condition: boolean, selector: string, excerpt: string): Evidence | undefined {
  return condition ? evidence(selector, excerpt) : undefined;
}

/** Evidence from the first of some faulty things, with the number of the others. */
export function whenAny<Item>(
  items: readonly Item[],
  selector: string | ((item: Item) => string),
  excerpt: (item: Item) => string,
): Evidence | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const others = items.length > 1 ? ` (and ${items.length - 1} more)` : '';
  return evidence(typeof selector === 'string' ? selector : selector(first), `${excerpt(first)}${others}`);
}

/** An attribute selector with its value shortened to what can be read. */
export function bySelector(tag: string, attribute: string, value: string): string {
  return `${tag}[${attribute}="${excerptOf(value.replaceAll('"', "'"), 80)}"]`;
}

/** One finding for each page that has something of a kind, naming the first and the number of the others. */
export function onceAPage(
  found: Iterable<{ readonly url: string; readonly selector: string; readonly text: string }>,
): readonly Located[] {
  return [...Map.groupBy(found, ({ url }) => url)].flatMap(([url, all]) => {
    const told = whenAny(all, all[0]?.selector ?? '', ({ text }) => text);
    return told === undefined ? [] : [{ url, evidence: told }];
  });
}

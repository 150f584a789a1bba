import type { ToolData } from '#shared/contract/tool.ts';
import type { DatasetReader } from '#shared/facts/answers/tool-answer.ts';
import { datasetUri } from '#shared/facts/datasets/dataset-records.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { checkCatalog, checksBySubject } from '#shared/site-audit/checks/catalog.ts';
import { deadIssues, livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import { renderCrossChecks } from '#shared/site-audit/checks/render-checks.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import type { auditSite as contract } from './contract.ts';
import { severityRank } from './page-rows.ts';

type Data = ToolData<typeof contract>;
export type Verdict = NonNullable<Data['recheck']>[number];

/** Name of the dataset that an audit is kept as; its id is the audit's own under another prefix. */
export const auditPagesDataset = 'audit-pages';
export const datasetIdOf = (auditId: string) => `ds_${auditId.slice(auditId.indexOf('_') + 1)}`;

interface EarlierPage {
  readonly url: string;
  readonly issues: readonly string[];
  readonly inSitemap: boolean;
}

/** An earlier audit of the same account, as far as a re-check needs it. */
export interface EarlierAudit {
  readonly id: string;
  /** Pages that were audited, then dead ones, then those left out. */
  readonly pages: readonly EarlierPage[];
  readonly isRecheck: boolean;
}

/** Pages that a re-check reads: all of an audit's own, and some of those beside them. */
const mostPages = 40;

/** Reads the audit that is to be checked again. An unknown, expired or foreign one is an error, and so free. */
export async function readEarlier(
  auditId: string,
  domain: string,
  datasets: DatasetReader,
): Promise<EarlierAudit> {
  const uri = datasetUri({ name: auditPagesDataset, id: datasetIdOf(auditId) });
  const answer = await datasets.read({ uri, offset: 0, limit: undefined, format: undefined });
  if (!answer.available)
    throw invalid(
      'recheck: there is no such audit of yours from the last seven days. Send the audit_id of one, or audit the site anew. Nothing was charged.',
    );
  const { rows, origin } = answer.dataset;
  if (origin.args.domain !== domain)
    throw invalid(
      `recheck: that audit was of ${String(origin.args.domain)}. Send its domain too. Nothing was charged.`,
    );
  const pages = rows.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mostPages);
  return { id: auditId, pages: pages.map(pageOf), isRecheck: typeof origin.args.recheck === 'string' };
}

type Row = Readonly<Record<string, unknown>>;

function rankOf({ excluded_because, onpage_score }: Row): number {
  if (excluded_because === null && onpage_score !== 0) return 0;
  return onpage_score === 0 ? 1 : 2;
}

function pageOf({ url, issues, in_sitemap }: Row): EarlierPage {
  return {
    url: String(url),
    issues: Array.isArray(issues) ? issues.filter((issue) => typeof issue === 'string') : [],
    inSitemap: in_sitemap === true,
  };
}

export function invalid(message: string): ServiceError {
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: '/recheck', loc: ['body', 'recheck'], type: 'recheck', message }],
  });
}

/** What only an audit of the whole site can tell: a re-check reads no sitemap and not every link. */
const notJudged = new Set([
  ...(checksBySubject.get('Sitemaps') ?? []).map(({ id }) => id),
  'orphan_in_sitemap',
  'deep_page',
  'sitemap_has_error',
]);
/** Found once for the site, at an address that may differ from time to time. */
const ofSite = new Set(
  checkCatalog.filter(({ scope, once }) => scope === 'site' || once === true).map(({ id }) => id),
);
const ofRendered = new Set(renderCrossChecks.map(({ id }) => id));
const severities = new Map(checkCatalog.map(({ id, severity }) => [id, severity]));
const rankOfIssue = (issue: string) => severityRank[severities.get(issue) ?? 'low'];

const keyOf = (issue: string, url: string) => (ofSite.has(issue) ? issue : `${issue} ${url}`);

/** The state of each fault on the pages that were read again; errors first. */
export function verdictsOf({ pages }: EarlierAudit, audit: SiteAudit): readonly Verdict[] {
  const now = new Map(
    audit.findings
      .values()
      .flatMap((finding) =>
        addressesOf(finding).map(
          (url) => [keyOf(finding.check.id, url), { issue: finding.check.id, url }] as const,
        ),
      ),
  );
  const before = pages.flatMap(({ url, issues }) => issues.map((issue) => ({ issue, url })));
  const known = new Set(before.map(({ issue, url }) => keyOf(issue, url)));
  const reread = new Set(pages.map(({ url }) => url));
  const judge = createJudge(pages, audit);
  const old = before.flatMap(({ issue, url }) => {
    const verdict = judge(issue, url, now.has(keyOf(issue, url)));
    return verdict === undefined ? [] : [{ issue, url, verdict }];
  });
  const fresh = [...now]
    .filter(([key, { issue, url }]) => !known.has(key) && (ofSite.has(issue) || reread.has(url)))
    .map(([, { issue, url }]) => ({ issue, url, verdict: 'new' as const }));
  return [...fresh, ...old]
    .filter(({ issue }) => !notJudged.has(issue))
    .toSorted((a, b) => rankOfIssue(a.issue) - rankOfIssue(b.issue));
}

type Judge = (issue: string, url: string, isStillFound: boolean) => Verdict['verdict'] | undefined;

/** Judges one fault; undefined where its page was not reached this time. */
function createJudge(pages: readonly EarlierPage[], { site, crawl }: SiteAudit): Judge {
  const { dead } = livenessOf(site);
  const deadUrls = new Set(dead.map(({ url }) => url));
  const moved = new Set(crawl.moves.map(({ requestedUrl }) => requestedUrl));
  const records = new Map(crawl.records.map((record) => [record.url, record]));
  const inSitemap = new Set(pages.filter((page) => page.inSitemap).map(({ url }) => url));
  const linked = new Set(site.references.internal.all.map(({ href }) => href));
  const isLeft = (url: string) => deadUrls.has(url) && !linked.has(url) && !inSitemap.has(url);
  const isDeadIssue = new Set<string>(deadIssues);
  const isReached = (url: string) => records.has(url) || moved.has(url) || deadUrls.has(url);
  const isAudited = (url: string) => records.has(url) && records.get(url)?.exclusion === undefined;

  // What only a browser shows is not mended where none was asked.
  const isUnseen = (issue: string, url: string) =>
    ofRendered.has(issue) && !site.rendered.has(records.get(url)?.key ?? '');

  const ofMissing = (issue: string, url: string): Verdict['verdict'] | undefined => {
    if (ofSite.has(issue)) return 'fixed';
    if (!isReached(url) || isUnseen(issue, url)) return undefined;
    return isDeadIssue.has(issue) || isAudited(url) ? 'fixed' : 'gone';
  };
  return (issue, url, isStillFound) => {
    if (!isStillFound) return ofMissing(issue, url);
    return isDeadIssue.has(issue) && isLeft(url) ? 'gone' : 'still';
  };
}

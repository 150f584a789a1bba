import type { Provenance } from '#shared/contract/envelope.ts';
import type { OwnFigures } from '#shared/contract/own-rows.ts';
import { ownMarket } from '#shared/facts/answers/own-rows.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { OwnSites, ReadPages } from '#shared/facts/ports/own-sites.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import type { SiteFacts } from '#shared/site-audit/checks/site-facts.ts';
import { losing, type OwnClicks, type OwnPages } from '#shared/site-audit/report/recommendations.ts';
import { pageKey } from '#shared/site-audit/site-scope.ts';

/** What the calling account's own figures say of a site's pages; plain data, so that it goes to a thread. */
export interface OwnSearch {
  readonly figures: OwnFigures;
  readonly provenance: Provenance;
  readonly market: string;
  /** By page key; of spellings of one page the figures are added up. */
  readonly pages: OwnPages;
}

/** Pages taken by an audit, most clicks first: it reads twenty, and orphans matter by their clicks. */
const ofAudit = 5_000;

/** Undefined where the account has brought nothing about the site. */
export async function readOwnSearch(
  sites: OwnSites | undefined,
  domain: string,
  most = ofAudit,
): Promise<OwnSearch | undefined> {
  const site = await sites?.site(domain, resolveMarket());
  if (site === undefined) return undefined;
  const pages = new Map<string, OwnClicks & { readonly url: string }>();
  let left = most;
  for await (const part of site.pageParts()) {
    for (const { url, own } of part.slice(0, left)) {
      const key = pageKey(url);
      const known = pages.get(key);
      pages.set(key, {
        url: known?.url ?? url,
        clicks: own.clicks + (known?.clicks ?? 0),
        impressions: own.impressions + (known?.impressions ?? 0),
      });
    }
    left -= part.length;
    if (left <= 0) break;
  }
  const { figures, scope } = site.summary;
  return { figures, provenance: site.pageProvenance, market: ownMarket(scope), pages };
}

/** The pages that were read, and those of them that search loses as they are. */
export function readPagesOf(domain: string, { crawl, site, findings }: SiteAudit, at: number): ReadPages {
  const on = isoTime(at).slice(0, 10);
  return {
    site: domain,
    urls: [...site.audited.map(({ url }) => url), ...crawl.moves.map(({ requestedUrl }) => requestedUrl)],
    faults: findings
      .values()
      .filter(({ check }) => losing.has(check.id))
      .flatMap((finding) => addressesOf(finding).map((url) => ({ url, title: finding.check.title, on })))
      .toArray(),
  };
}

/** Pages with clicks to which no page that was read links, the most clicked first; undefined where pages were left unread. */
export function unlinkedPages({ pages }: OwnSearch, { crawl, references }: SiteFacts) {
  if (crawl.waiting > 0 || crawl.cutBy !== undefined) return undefined;
  const linked = new Set([crawl.home.key, ...references.internal.all.map(({ key }) => key)]);
  for (const { key, finalUrl } of crawl.moves) if (linked.has(key)) linked.add(pageKey(finalUrl));
  return [...pages]
    .filter(([key, { clicks }]) => clicks > 0 && !linked.has(key))
    .map(([, page]) => page)
    .toSorted((a, b) => b.clicks - a.clicks);
}

import type { Check, Evidence, Severity } from '../checks/check.ts';
import { addressesOf, type Findings } from '../checks/run-checks.ts';
import { pageKey } from '../site-scope.ts';
import type { SiteScore } from './score.ts';

/** One thing to do, and all that it mends. */
export interface Recommendation extends IssueCluster {
  readonly action: string;
  /** Ids of the other checks that the same work mends. */
  readonly alsoMends: readonly string[];
  /** It keeps the whole site out of search, and so comes before anything that gains points. */
  readonly isBlocker: boolean;
  /** What search brings to the pages that have the leading fault, by the owner's own figures; undefined where none are known. */
  readonly own: OwnClicks | undefined;
}

/** Clicks and impressions of one page, or of several together. */
export interface OwnClicks {
  readonly clicks: number;
  readonly impressions: number;
}

/** The owner's figures of pages, by page key. */
export type OwnPages = ReadonlyMap<string, OwnClicks & { readonly url: string }>;

interface Group {
  readonly leaders: readonly string[];
  readonly followers: readonly string[];
  /** What to do, where the leader's remedy does not say it for all of them. */
  readonly action?: string;
}

/** Faults that keep the whole site out of search, or its home page. */
const blockers = new Set([
  ...['robots_blocks_all', 'robots_txt_5xx', 'robots_txt_unreachable', 'noindex_sitewide', 'noindex_home'],
  'canonical_sitewide_elsewhere',
]);

/** Faults by which a page that is found today is lost: where it has clicks, nothing is more urgent. */
export const losing: ReadonlySet<string> = new Set([
  ...['http_4xx', 'http_5xx', 'fetch_failed', 'redirect_loop', 'noindex_meta', 'noindex_header'],
  ...['robots_blocked', 'canonical_other_host', 'canonical_to_error', 'canonical_to_noindex'],
]);

const deadReferences = 'broken_internal_link sitemap_has_error hreflang_to_error';

/**
 * Checks that one piece of work mends. The first that was found leads and says
 * what to do; without a leader (before the `|`) its followers stand alone.
 */
const groups: readonly Group[] = [
  group(
    'robots_blocks_all',
    'robots_blocked search_agents_blocked robots_noindex_conflict robots_blocks_assets',
  ),
  group('noindex_sitewide noindex_home', 'noindex_meta noindex_header sitemap_has_noindex'),
  group('noindex_meta noindex_header', 'sitemap_has_noindex'),
  group('canonical_sitewide_elsewhere', 'canonical_other_host sitemap_has_noncanonical'),
  group('canonical_to_error canonical_to_redirect canonical_chain canonical_loop', 'canonical_relative'),
  group('https_broken', 'http_not_https http_not_redirected_to_https form_on_http'),
  group('http_not_https', 'form_on_http http_not_redirected_to_https'),
  group('http_4xx', deadReferences),
  group('http_5xx', deadReferences),
  group('fetch_failed', deadReferences),
  group('redirect_loop', deadReferences),
  group(
    'text_before_markup head_elements_invalid',
    'canonical_outside_head description_outside_head title_outside_head hreflang_outside_head metas_in_body',
  ),
  group('hidden_links hidden_text', ''),
  group('internal_link_redirect', 'redirect sitemap_has_redirect'),
  {
    ...group('hsts_missing hsts_weak csp_missing xcto_missing xfo_missing referrer_policy_missing', ''),
    action: 'Send the security headers that are named here, once for all pages, in the server or the CDN.',
  },
  {
    ...group('og_title_missing og_description_missing og_image_missing twitter_card_missing', ''),
    action: 'Add the Open Graph and card tags that are named here to the template of all pages.',
  },
];

function group(leaders: string, followers: string): Group {
  const ids = (text: string) => text.split(' ').filter((id) => id !== '');
  return { leaders: ids(leaders), followers: ids(followers) };
}

/**
 * What to do, in the order in which it pays: first what keeps the site out of search, then what loses pages
 * that have clicks, by their clicks, then by gain; where gains are equal, settings of the server last, and pages with more clicks first.
 */
export function recommend(
  clusters: readonly IssueCluster[],
  score: SiteScore,
  pages?: OwnPages,
): readonly Recommendation[] {
  const left = new Map(clusters.map((cluster) => [cluster.check.id, cluster]));
  const take = (id: string): IssueCluster[] => {
    const cluster = left.get(id);
    left.delete(id);
    return cluster === undefined ? [] : [cluster];
  };
  const grouped = groups.flatMap(({ leaders, followers, action }) => {
    if (!leaders.some((id) => left.has(id))) return [];
    const [lead, ...others] = [...leaders, ...followers].flatMap(take);
    return lead === undefined ? [] : [asOne(lead, others, score, others.length > 0 ? action : undefined)];
  });
  const alone = clusters
    .filter(({ check }) => left.has(check.id))
    .map((cluster) => asOne(cluster, [], score));
  const ownOf = new Map(clusters.map(({ check, urls }) => [check, pages && sumOf(urls, pages)]));
  return [...grouped, ...alone]
    .map((recommendation) => ({ ...recommendation, own: ownOf.get(recommendation.check) }))
    .toSorted(
      (a, b) =>
        Number(b.isBlocker) - Number(a.isBlocker) ||
        clicksAtStake(b) - clicksAtStake(a) ||
        b.gain - a.gain ||
        Number(a.check.once ?? false) - Number(b.check.once ?? false) ||
        bySeverity(a, b) ||
        (b.own?.clicks ?? 0) - (a.own?.clicks ?? 0) ||
        byWorth(a, b),
    );
}

const clicksAtStake = ({ check, own }: Recommendation) => (losing.has(check.id) ? (own?.clicks ?? 0) : 0);

/** Of all these pages together. */
export function sumOf(urls: readonly string[], pages: OwnPages): OwnClicks {
  const found = [...new Set(urls.map(pageKey))].flatMap((key) => pages.get(key) ?? []);
  return {
    clicks: found.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: found.reduce((sum, { impressions }) => sum + impressions, 0),
  };
}

function asOne(
  lead: IssueCluster,
  others: readonly IssueCluster[],
  score: SiteScore,
  action: string = lead.check.remedy,
): Recommendation {
  const ids = [lead, ...others].map(({ check }) => check.id);
  return {
    ...lead,
    urls: others.length === 0 ? lead.urls : [...new Set([lead, ...others].flatMap(({ urls }) => urls))],
    gain: others.length === 0 ? lead.gain : score.gainOf(ids),
    action,
    alsoMends: ids.slice(1),
    isBlocker: blockers.has(lead.check.id),
    own: undefined,
  };
}

/** All findings of one check. */
export interface IssueCluster {
  readonly check: Check;
  /** Each address once, in the order found. */
  readonly urls: readonly string[];
  /** Of the first address. */
  readonly evidence: Evidence;
  /** Points by which the site's score would rise if it were mended and nothing else. */
  readonly gain: number;
}

const ranks: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Findings by check: the most severe first, then the greatest gain. */
export function clusterFindings(findings: Findings, score: SiteScore): readonly IssueCluster[] {
  const groups = new Map<Check, { readonly evidence: Evidence; readonly urls: Set<string> }>();
  for (const finding of findings.values()) {
    const { check, evidence } = finding;
    const group = groups.get(check) ?? { evidence, urls: new Set() };
    groups.set(check, group);
    for (const url of addressesOf(finding)) group.urls.add(url);
  }
  const clusters = [...groups].map(([check, { evidence, urls }]) => ({
    ...{ check, urls: [...urls], evidence, gain: score.gainOf([check.id]) },
  }));
  return clusters.toSorted((a, b) => ranks[a.check.severity] - ranks[b.check.severity] || byWorth(a, b));
}

/** Where severity and gain are equal: what holds for more pages, then by name. */
export function byWorth(a: IssueCluster, b: IssueCluster): number {
  return b.gain - a.gain || b.urls.length - a.urls.length || (a.check.id < b.check.id ? -1 : 1);
}

/** The more severe first. */
export function bySeverity(a: IssueCluster, b: IssueCluster): number {
  return ranks[a.check.severity] - ranks[b.check.severity];
}

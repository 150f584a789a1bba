import type { LinkProfile } from '#shared/contract/rows.ts';
import {
  type BacklinkIndex,
  byRank,
  type LinkGap,
  type LinkGapQuestion,
  type LinkGapRow,
} from '#shared/facts/ports/backlink-index.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import { within } from '../../upstream-care.ts';
import type { Question, UpstreamClient } from '../client/upstream-client.ts';
import { bareDomain } from '../facts/keyword-rows.ts';
import {
  backlinkRows,
  type LinkIntersection,
  type LinkSummary,
  linkAnchors,
  linkIntersection,
  linkSummary,
  referringDomains,
} from '../wire/backlinks-wire.ts';
import { factOf, type Origin } from '../wire/wire.ts';
import { backlinksPriceMicroUsd } from './requests.ts';

const timeoutMs = 15_000;
const mostRows = 1_000;
/** How long a list waits for the profile that may spare it, before it is asked all the same. */
const patienceMs = 2_500;
/** The provider ranks sites 0-1000 unless it is asked for this scale. */
const rankScale = { rank_scale: 'one_hundred' } as const;
const largestRank = 100;
/** Rows asked for beyond the limit, since spam is left out afterwards; a row costs next to nothing beside the fee. */
const spareFactor = 3;

/** Links between sites, from the provider's link database. */
export function createBacklinkIndex(upstream: UpstreamClient): BacklinkIndex {
  const profiles = new Map<string, Promise<Fact<LinkProfile | null>>>();
  const lists = linkLists(upstream);
  /** Asks for a list, unless the profile that this call asks for besides shows that no site links to the domain. */
  const unlessUnlinked = async <Row>(
    domain: string,
    ask: () => Promise<Fact<List<Row>>>,
  ): Promise<Fact<List<Row>>> => {
    const asked = profiles.get(domain);
    const known = asked && (await within(patienceMs, asked));
    return known?.value === null ? { ...known, value: { rows: [], total: 0 } } : ask();
  };
  return {
    profile(domain) {
      const asked = profile(upstream, domain);
      profiles.set(domain, asked);
      return asked;
    },
    referringDomains: (domain, limit) => unlessUnlinked(domain, () => lists.referringDomains(domain, limit)),
    anchors: (domain, limit) => unlessUnlinked(domain, () => lists.anchors(domain, limit)),
    backlinks: (domain, limit) => unlessUnlinked(domain, () => lists.backlinks(domain, limit)),
    gap: (question) => gap(upstream, question),
  };
}

function linkLists(
  upstream: UpstreamClient,
): Pick<BacklinkIndex, 'referringDomains' | 'anchors' | 'backlinks'> {
  return {
    async referringDomains(domain, limit) {
      const answered = await upstream.ask({
        ...linksQuestion('referring_domains', limit),
        task: { target: domain, ...rankScale, order_by: ['rank,desc'], limit: capped(limit) },
        schema: referringDomains,
      });
      const { items, total_count } = answered.answer;
      const rows = items.map(
        ({ domain: name, rank, backlinks, backlinks_spam_score, first_seen, lost_date }) => ({
          domain: bareDomain(name),
          domain_rank: rank,
          backlinks,
          spam_score: backlinks_spam_score,
          first_seen,
          lost: lost_date !== null,
          ...(lost_date !== null && { lost_at: lost_date.slice(0, 10) }),
        }),
      );
      return linksFact(listOf(rows, limit, total_count), domain, answered);
    },

    async anchors(domain, limit) {
      const answered = await upstream.ask({
        ...linksQuestion('anchors', limit),
        task: { target: domain, ...rankScale, order_by: ['backlinks,desc'], limit: capped(limit) },
        schema: linkAnchors,
      });
      const { items, total_count } = answered.answer;
      const rows = items.map(({ anchor, backlinks, referring_domains }) => ({
        anchor: anchor ?? '',
        backlinks,
        referring_domains,
      }));
      return linksFact(listOf(rows, limit, total_count), domain, answered);
    },

    async backlinks(domain, limit) {
      const answered = await upstream.ask({
        ...linksQuestion('backlinks', limit),
        // One link of each site: thousands from one footer tell nothing more.
        task: {
          target: domain,
          ...rankScale,
          mode: 'one_per_domain',
          order_by: ['rank,desc'],
          limit: capped(limit),
        },
        schema: backlinkRows,
      });
      const { items, total_count } = answered.answer;
      return linksFact(listOf(items, limit, total_count), domain, answered);
    },
  };
}

async function profile(upstream: UpstreamClient, domain: string): Promise<Fact<LinkProfile | null>> {
  const answered = await upstream.ask({
    ...linksQuestion('summary', 1),
    task: { target: domain, include_subdomains: true, ...rankScale },
    schema: linkSummary,
  });
  const value = profileOf(answered.answer);
  const nothingAbout = value === null ? `links to ${domain}` : undefined;
  return factOf(value, 'backlink_index', [answered], { nothingAbout });
}

function linksFact<Row>(list: List<Row>, domain: string, origin: Origin): Fact<List<Row>> {
  const nothingAbout = list.rows.length === 0 ? `links to ${domain}` : undefined;
  return factOf(list, 'backlink_index', [origin], { nothingAbout });
}

/** Null where the provider knows no link to the domain. */
function profileOf(summary: LinkSummary): LinkProfile | null {
  const isUnknown = summary.backlinks === null && summary.referring_domains === null && summary.rank === null;
  if (isUnknown) return null;
  return {
    backlinks: summary.backlinks,
    referring_domains: summary.referring_domains,
    referring_main_domains: summary.referring_main_domains,
    dofollow_share: dofollowShare(summary),
    broken_backlinks: summary.broken_backlinks,
    domain_rank: summary.rank,
    rank_scale: largestRank,
    spam_score: summary.backlinks_spam_score,
  };
}

/** Of the pages that link: the provider counts links that pass no rank by page. */
function dofollowShare({
  referring_pages: pages,
  referring_pages_nofollow: nofollow,
}: LinkSummary): number | null {
  if (pages === null || nofollow === null || pages === 0) return null;
  return Math.round(Math.max(0, 1 - nofollow / pages) * 1_000) / 1_000;
}

/** One question for all rivals: sites that link to any of them, and not to the target. */
async function gap(
  upstream: UpstreamClient,
  { domain, competitors, limit, maxSpamScore }: LinkGapQuestion,
): Promise<Fact<LinkGap>> {
  const wanted = capped(limit * spareFactor);
  const answered = await upstream.ask({
    ...linksQuestion('domain_intersection', wanted),
    task: {
      targets: Object.fromEntries(competitors.map((competitor, at) => [String(at + 1), competitor])),
      exclude_targets: [domain],
      intersection_mode: 'all',
      ...rankScale,
      order_by: ['1.rank,desc'],
      limit: wanted,
    },
    schema: linkIntersection,
  });
  const { items, total_count } = answered.answer;
  const sites = items.flatMap((item) => siteOf(item, competitors));
  const clean = sites.filter(({ spam_score }) => spam_score === null || spam_score <= maxSpamScore);
  const rows = clean.toSorted(byRank);
  const spam = sites.length - clean.length;
  const value: LinkGap = {
    // What the spam filter dropped is not there to be had, however large the limit.
    ...listOf(rows, limit, total_count === null ? null : total_count - spam),
    // Sites that link to the target are left out by the source, which does not count them.
    filtered: { spam, links_to_target: null },
  };
  return factOf(value, 'backlink_index', [answered]);
}

/** A referring site with its links to each rival; nothing where it names none. */
function siteOf(
  { domain_intersection: targets }: LinkIntersection['items'][number],
  competitors: readonly string[],
): LinkGapRow[] {
  const linked = competitors.flatMap((competitor, at) => {
    const links = targets[String(at + 1)];
    return links ? [{ competitor, links }] : [];
  });
  const site = linked[0]?.links;
  if (!site) return [];
  return [
    {
      referring_domain: bareDomain(site.target),
      domain_rank: highest(linked.map(({ links }) => links.rank)),
      spam_score: highest(linked.map(({ links }) => links.backlinks_spam_score)),
      competitors_linked: linked.length,
      links: linked.map(({ competitor, links }) => ({
        competitor,
        backlinks: links.backlinks,
        first_seen: links.first_seen,
      })),
    },
  ];
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function listOf<Row>(rows: readonly Row[], limit: number, total: number | null): List<Row> {
  return { rows: rows.slice(0, limit), total: total === null ? null : Math.max(total, rows.length) };
}

function capped(rows: number): number {
  return Math.min(rows, mostRows);
}

function linksQuestion(
  endpoint: string,
  rows: number,
): Pick<Question<unknown>, 'kind' | 'path' | 'priceMicroUsd' | 'timeoutMs'> {
  return {
    kind: 'index',
    path: `/v3/backlinks/${endpoint}/live`,
    priceMicroUsd: backlinksPriceMicroUsd(capped(rows)),
    timeoutMs,
  };
}

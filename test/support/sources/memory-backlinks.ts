import { sourceClasses } from '#shared/contract/envelope.ts';
import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import { coversHost } from '#shared/facts/ports/search-index.ts';

/** A link from a page of one site to a page of another. */
export interface WorldLink {
  readonly from: string;
  readonly to: string;
  readonly anchor?: string;
  readonly rank?: number;
  readonly spam?: number;
  readonly lost?: boolean;
}

const firstSeen = '2026-01-01T00:00:00.000Z';
const hostOf = (url: string) => new URL(url).hostname;

function linkFact<Value>(value: Value): Fact<Value> {
  return {
    value,
    provenance: {
      source_class: 'backlink_index',
      ...sourceClasses.backlink_index,
      observed_at: firstSeen,
      connection_id: null,
      cache_hit: false,
    },
    notices: [],
  };
}

/** A link graph counted again for every question. */
export function memoryBacklinks(links: readonly WorldLink[]): BacklinkIndex {
  const to = (domain: string) => links.filter((link) => coversHost(domain, hostOf(link.to)));
  const groups = (domain: string) => [...Map.groupBy(to(domain), (link) => hostOf(link.from))];
  return {
    async profile(domain) {
      const found = to(domain);
      if (found.length === 0) return linkFact(null);
      return linkFact({
        backlinks: found.length,
        referring_domains: groups(domain).length,
        referring_main_domains: groups(domain).length,
        dofollow_share: 1,
        broken_backlinks: 0,
        domain_rank: 300,
        rank_scale: 1000,
        spam_score: 2,
      });
    },
    async referringDomains(domain, limit) {
      const rows = groups(domain).map(([host, found]) => ({
        domain: host,
        domain_rank: found[0]?.rank ?? null,
        backlinks: found.length,
        spam_score: found[0]?.spam ?? null,
        first_seen: firstSeen,
        lost: found.every(({ lost }) => lost ?? false),
      }));
      return linkFact({ rows: rows.slice(0, limit), total: rows.length });
    },
    async anchors(domain, limit) {
      const rows = [...Map.groupBy(to(domain), ({ anchor }) => anchor ?? '')].map(([anchor, found]) => ({
        anchor,
        backlinks: found.length,
        referring_domains: new Set(found.map(({ from }) => hostOf(from))).size,
      }));
      return linkFact({ rows: rows.slice(0, limit), total: rows.length });
    },
    async backlinks(domain, limit) {
      const rows = to(domain).map(({ from, to: url_to, anchor }) => ({
        url_from: from,
        url_to,
        anchor: anchor ?? null,
        dofollow: true,
        first_seen: firstSeen,
        last_seen: null,
      }));
      return linkFact({ rows: rows.slice(0, limit), total: rows.length });
    },
    async gap({ domain, competitors, limit, maxSpamScore }) {
      const own = new Set(groups(domain).map(([host]) => host));
      const referrers = new Set(competitors.flatMap((rival) => groups(rival).map(([host]) => host)));
      const candidates = [...referrers].map((host) => {
        const found = links.filter(({ from }) => hostOf(from) === host);
        const linked = competitors.flatMap((competitor) => {
          const backlinks = found.filter((link) => coversHost(competitor, hostOf(link.to))).length;
          return backlinks > 0 ? [{ competitor, backlinks, first_seen: firstSeen }] : [];
        });
        return {
          referring_domain: host,
          domain_rank: found[0]?.rank ?? null,
          spam_score: found[0]?.spam ?? null,
          competitors_linked: linked.length,
          links: linked,
        };
      });
      const foreign = candidates.filter((row) => !own.has(row.referring_domain));
      const rows = foreign.filter((row) => (row.spam_score ?? 0) <= maxSpamScore);
      return linkFact({
        rows: rows.toSorted((a, b) => (b.domain_rank ?? 0) - (a.domain_rank ?? 0)).slice(0, limit),
        total: rows.length,
        filtered: {
          spam: foreign.length - rows.length,
          links_to_target: candidates.length - foreign.length,
        },
      });
    },
  };
}

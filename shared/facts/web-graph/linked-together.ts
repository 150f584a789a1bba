import type { List } from '#shared/facts/ports/fact.ts';
import type { LinkedTogether } from '#shared/facts/ports/sources.ts';
import type { GraphLinks } from './graph-release.ts';

/** Referring domains of which it is read what else they link to: half a unit each at most. */
const mostReferrers = 1_000;
/** Domains with the largest shares, among which the closest are. */
const mostCandidates = 300;
/** What shares one referring domain with another has nothing in common with it. */
const leastShared = 2;

/**
 * Domains that the same domains link to (co-citation). A referrer that links
 * to `n` domains weighs 1 / log2(1 + n); those of the whole web's best-known
 * sites are put in proportion by the root of how many link to them.
 */
export async function linkedTogether(
  release: GraphLinks,
  domain: string,
  limit: number,
): Promise<List<LinkedTogether> | undefined> {
  const known = await release.links(domain, mostReferrers);
  if (!known) return undefined;
  const targets = await release.targets(known.referrers.map(({ position }) => position));
  const shares = new Map<number, Share>();
  for (const linked of targets.values()) {
    const weight = 1 / Math.log2(1 + linked.length);
    for (const position of linked) {
      const share = shares.get(position);
      if (share) {
        share.weight += weight;
        share.count += 1;
      } else shares.set(position, { position, weight, count: 1 });
    }
  }
  shares.delete(known.head.position);
  const candidates = [...shares.values()]
    .filter(({ count }) => count >= leastShared)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .slice(0, mostCandidates);
  const names = await release.names(candidates.map(({ position }) => position));
  const scored = candidates
    .flatMap(({ position, weight, count }) => {
      const row = names.get(position);
      if (!row || row.domain === '') return [];
      return [{ ...row, position, count, score: weight / Math.sqrt(row.referringDomains) }];
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const best = scored[0]?.score ?? 1;
  return {
    rows: scored.slice(0, limit).map((row) => ({
      domain: row.domain,
      position: row.position,
      shared_referrers: row.count,
      referring_domains: row.referringDomains,
      relevance: Math.round((row.score / best) * 1_000) / 1_000,
    })),
    total: null,
  };
}

interface Share {
  readonly position: number;
  weight: number;
  count: number;
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '#test/support/random.ts';

/** A graph over the names of the best 1,000 real domains, and what a naive look at its links says. */
export type PlantedGraph = ReturnType<typeof plantGraph>;

const path = 'local/open-data/excerpt/cc-main-2026-apr-may-jun-domain-ranks.txt.gz';
const domainOf = (name = '') => name.split('.').toReversed().join('.');

/** Few domains have most of the links, as on the web. `left` domains are not in it, and another seed has other links. */
export function plantGraph(seed: number, { links = 60_000, left = 0 } = {}) {
  const [header = '', ...all] = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const ranked = all.slice(left).map((line, at) => line.replace(/^\d+/u, String(at + 1)));
  const names = ranked.map((line) => line.split('\t')[4] ?? '');
  const inOrder = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const idOf = new Map(inOrder.map((name, id) => [name, id]));
  const positionOf = new Map(names.map((name, at) => [name, at + 1]));
  const random = createRandom(seed);
  const pairs = new Set<number>();
  for (let at = 0; at < links; at += 1) {
    // Sources differ in how much they link; a third of all links nowhere.
    const from = Math.floor(random() ** 2 * inOrder.length * 0.67);
    const to = idOf.get(names[Math.floor(random() ** 3 * names.length)] ?? '') ?? 0;
    if (from !== to) pairs.add(from * 10_000 + to);
  }
  const edges = [...pairs]
    .toSorted((a, b) => a - b)
    .map((pair): readonly [number, number] => [Math.floor(pair / 10_000), pair % 10_000]);
  const position = (id: number) => positionOf.get(inOrder[id] ?? '') ?? 0;
  const domains = names.map(domainOf);
  const domainAt = (place: number) => domains[place - 1] ?? '';
  const idAt = (place: number) => idOf.get(names[place - 1] ?? '') ?? 0;
  const byTarget = Map.groupBy(edges, ([, to]) => to);
  const bySource = Map.groupBy(edges, ([from]) => from);
  /** Positions of all that link to a domain, best first. */
  const referrers = (domain: string) =>
    (byTarget.get(idAt(domains.indexOf(domain) + 1)) ?? [])
      .map(([from]) => position(from))
      .toSorted((a, b) => a - b);
  const linked = (place: number) => (bySource.get(idAt(place)) ?? []).map(([, to]) => position(to));
  return {
    vertices: inOrder.map((name, id) => `${id}\t${name}\t1\n`).join(''),
    ranks: [header, ...ranked, ''].join('\n'),
    edges: edges.map(([from, to]) => `${from}\t${to}\n`).join(''),
    count: edges.length,
    domains,
    domainAt,
    referrers,
    linked,
    hostsAt: (place: number) => Number(ranked[place - 1]?.split('\t')[5]),
    /** Domains that link to rivals and not to the target, with the rivals. */
    gap(target: string, rivals: readonly string[]) {
      const compared = new Set([target, ...rivals]);
      const own = new Set(referrers(target));
      const linking = new Map<number, string[]>();
      const isGap = (place: number) => !own.has(place) && !compared.has(domainAt(place));
      for (const rival of rivals)
        for (const place of referrers(rival).filter(isGap))
          linking.set(place, [...(linking.get(place) ?? []), rival]);
      return [...linking].toSorted(([a], [b]) => a - b).map(([place, to]) => [domainAt(place), place, to]);
    },
    /** Domains that the same domains link to: the closest first. */
    together(domain: string) {
      const shares = new Map<number, [weight: number, count: number]>();
      for (const source of referrers(domain).slice(0, 1_000)) {
        const targets = linked(source);
        if (targets.length > 100) continue;
        for (const target of targets) {
          const [weight, count] = shares.get(target) ?? [0, 0];
          shares.set(target, [weight + 1 / Math.log2(1 + targets.length), count + 1]);
        }
      }
      return [...shares]
        .filter(([place, [, count]]) => domainAt(place) !== domain && count >= 2)
        .toSorted(([a, [x]], [b, [y]]) => y - x || a - b)
        .slice(0, 300)
        .map(([place, [weight, count]]) => {
          const referring = referrers(domainAt(place)).length;
          return { place, count, referring, score: weight / Math.sqrt(referring) };
        })
        .toSorted((a, b) => b.score - a.score || a.place - b.place)
        .map(({ place, count, referring }) => [domainAt(place), count, referring]);
    },
  };
}

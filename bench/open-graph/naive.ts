import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** A release as three files say it, held whole in memory, and what is asked of it answered the plain way. */
export type NaiveGraph = Awaited<ReturnType<typeof readNaively>>;

const domainOf = (reversed = '') => reversed.split('.').toReversed().join('.');
/** What is kept of a list, what is asked of co-citation: docs/open-data.md. */
const mostKept = 10_000;
const referrersOfRivals = 1_000;
const mostTargets = 100;
const mostSums = 300;

/** Whole in memory, by position; the first of each list is of none. */
interface Held {
  readonly ranked: readonly { readonly domain: string; readonly figures: readonly number[] }[];
  readonly sources: readonly number[][];
  readonly targets: readonly number[][];
}

async function holdRelease(folder: string): Promise<Held> {
  const names: string[] = [];
  for await (const line of linesOf(join(folder, 'vertices.gz'))) names.push(domainOf(line.split('\t')[1]));
  const idOf = new Map(names.map((name, id) => [name, id]));
  const ranked: Held['ranked'][number][] = [{ domain: '', figures: [] }];
  const positions = new Uint32Array(names.length);
  for await (const line of linesOf(join(folder, 'ranks.gz'))) {
    const [position, harmonic, pagerank, , name, hosts] = line.split('\t');
    if (position?.startsWith('#')) continue;
    const domain = domainOf(name);
    positions[idOf.get(domain) ?? 0] = ranked.length;
    ranked.push({ domain, figures: [position, harmonic, pagerank, hosts].map(Number) });
  }
  const sources: number[][] = ranked.map(() => []);
  const targets: number[][] = ranked.map(() => []);
  for await (const line of linesOf(join(folder, 'edges.gz'))) {
    const [from = 0, to = 0] = line.split('\t').map((id) => positions[Number(id)] ?? 0);
    sources[to]?.push(from);
    targets[from]?.push(to);
  }
  for (const list of sources) list.sort((a, b) => a - b);
  return { ranked, sources, targets };
}

export async function readNaively(folder: string) {
  const { ranked, sources, targets } = await holdRelease(folder);
  const nameAt = (position: number) => ranked[position]?.domain ?? '';
  const sourcesOf = (position: number) => sources[position] ?? [];
  return {
    domains: ranked.length - 1,
    nameAt,
    /** As `authority` has them. */
    figures(position: number) {
      const [at, harmonic, pagerank_position, hosts] = ranked[position]?.figures ?? [];
      return {
        ...{ position: at, of: ranked.length - 1, harmonic, pagerank_position, hosts },
        referring_domains: sourcesOf(position).length,
        linked_domains: targets[position]?.length,
      };
    },
    /** Rows of `referringDomains`. */
    referrers: (position: number, limit: number) =>
      sourcesOf(position)
        .slice(0, limit)
        .map((at) => ({ domain: nameAt(at), position: at, hosts: ranked[at]?.figures[3] })),
    /** Rows of `gap` with the rivals that each links to; where a list is longer than is kept, as far as all reach. */
    gap(target: number, rivals: readonly number[], limit: number) {
      const compared = new Set([target, ...rivals]);
      const end = Math.min(...[...compared].map((at) => reachOf(sourcesOf(at))));
      const out = new Set([...compared, ...sourcesOf(target)]);
      const linking = new Map<number, string[]>();
      for (const rival of new Set(rivals))
        for (const at of sourcesOf(rival).filter((source) => source <= end && !out.has(source)))
          linking.set(at, [...(linking.get(at) ?? []), nameAt(rival)]);
      const rows = [...linking].toSorted(([a], [b]) => a - b).slice(0, limit);
      return {
        total: end === Number.POSITIVE_INFINITY ? linking.size : null,
        rows: rows.map(([at, to]) => [nameAt(at), at, to]),
      };
    },
    /** Rows of `linkedTogether`. */
    together: (position: number, limit: number) =>
      shared({ sources, targets }, position)
        .slice(0, limit)
        .map(({ at, count }) => [nameAt(at), count, sourcesOf(at).length]),
  };
}

/** The last position that is kept of a list. */
const reachOf = (list: readonly number[]): number =>
  list.length > mostKept ? (list[mostKept - 1] ?? 0) : Number.POSITIVE_INFINITY;

function shared({ sources, targets }: Pick<Held, 'sources' | 'targets'>, position: number) {
  const shares = new Map<number, readonly [weight: number, count: number]>();
  for (const source of sources[position]?.slice(0, referrersOfRivals) ?? []) {
    const linked = targets[source] ?? [];
    if (linked.length > mostTargets) continue;
    for (const target of linked) {
      const [weight, count] = shares.get(target) ?? [0, 0];
      shares.set(target, [weight + 1 / Math.log2(1 + linked.length), count + 1]);
    }
  }
  shares.delete(position);
  return [...shares]
    .filter(([, [, count]]) => count >= 2)
    .toSorted(([a, [x]], [b, [y]]) => y - x || a - b)
    .slice(0, mostSums)
    .map(([at, [weight, count]]) => ({ at, count, score: weight / Math.sqrt(sources[at]?.length ?? 0) }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path).pipe(createGunzip()) });
}

import type { SiteFacts } from '../checks/site-facts.ts';
import type { MovedPage } from '../crawl/page-record.ts';
import { pageKey } from '../site-scope.ts';

/** Where a page stands among the links of its site. */
export interface PageStanding {
  /** Clicks from the home page; null where no link leads there. */
  readonly depth: number | null;
  /** Pages that link to it, or to an address that redirects to it. */
  readonly inlinks: number;
  /** Share of the random reader, times the number of pages: 1 is the mean (Page, Brin, Motwani, Winograd 1999). */
  readonly rank: number;
}

const damping = 0.85;
const rounds = 30;

/** The standing of every audited page, by page key. */
export function standingsOf(site: SiteFacts): ReadonlyMap<string, PageStanding> {
  const keys = site.audited.map(({ key }) => key);
  const { from, to } = edgesOf(site, keys);
  const ranks = ranksOf(keys.length, from, to);
  const inlinks = new Float64Array(keys.length);
  for (const target of to) addTo(inlinks, target, 1);
  return new Map(
    keys.map((key, place) => [
      key,
      {
        depth: site.depths.get(key) ?? null,
        inlinks: inlinks[place] ?? 0,
        rank: Math.round((ranks[place] ?? 0) * keys.length * 1_000) / 1_000,
      },
    ]),
  );
}

/** Links between audited pages by their places, each pair once; one to an address that redirects leads to where that ends. */
function edgesOf({ crawl, references }: SiteFacts, keys: readonly string[]) {
  const places = new Map(keys.map((key, place) => [key, place]));
  const moved = new Map(crawl.moves.map(({ key, finalUrl }) => [key, pageKey(finalUrl)]));
  // One pair in one number.
  const pairs = new Set<number>();
  references.internal.each((from, { key }) => {
    const source = places.get(from.key);
    const target = places.get(key) ?? places.get(moved.get(key) ?? '');
    if (source !== undefined && target !== undefined && source !== target)
      pairs.add(source * keys.length + target);
  });
  const all = Float64Array.from(pairs);
  return {
    from: Uint32Array.from(all, (pair) => Math.floor(pair / keys.length)),
    to: Uint32Array.from(all, (pair) => pair % keys.length),
  };
}

function addTo(sums: Float64Array, place: number, value: number): void {
  sums[place] = (sums[place] ?? 0) + value;
}

function ranksOf(pages: number, from: Uint32Array, to: Uint32Array): Float64Array {
  const outgoing = new Float64Array(pages);
  for (const source of from) addTo(outgoing, source, 1);
  let ranks = new Float64Array(pages).fill(1 / Math.max(1, pages));
  for (let round = 0; round < rounds; round += 1) {
    // A page without links sends its reader anywhere.
    const lost = ranks.reduce((sum, rank, page) => sum + (outgoing[page] === 0 ? rank : 0), 0);
    const shares = ranks.map((rank, page) => (damping * rank) / Math.max(1, outgoing[page] ?? 1));
    const next = new Float64Array(pages).fill((1 - damping + damping * lost) / pages);
    for (const [link, source] of from.entries()) addTo(next, to[link] ?? 0, shares[source] ?? 0);
    ranks = next;
  }
  return ranks;
}

/** An address that redirects, and the pages that link to it. */
export interface RedirectChain extends Pick<MovedPage, 'requestedUrl' | 'finalUrl' | 'status'> {
  readonly steps: readonly { readonly url: string; readonly status: number }[];
  readonly inlinks: readonly string[];
}

/** Every address that redirects, the longest ways first, then those with most links. */
export function redirectChains({ crawl, references }: SiteFacts): readonly RedirectChain[] {
  const linking = new Map<string, string[]>(crawl.moves.map(({ key }) => [key, []]));
  for (const { from, one } of references.internal.of(({ key }) => linking.has(key)))
    linking.get(one.key)?.push(from.url);
  return crawl.moves
    .filter(({ isHome }) => !isHome)
    .map(({ requestedUrl, finalUrl, status, hops, key }) => ({
      ...{ requestedUrl, finalUrl, status },
      steps: hops.map((hop) => ({ url: hop.url, status: hop.status })),
      inlinks: linking.get(key) ?? [],
    }))
    .toSorted((a, b) => b.steps.length - a.steps.length || b.inlinks.length - a.inlinks.length);
}

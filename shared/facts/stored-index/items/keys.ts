import { marketNamed } from '#shared/facts/markets/markets.ts';
import { type Market, marketKey } from '#shared/facts/ports/market.ts';
import { ascending, descending } from './packing.ts';

/**
 * Partition and sort keys of the index table; `docs/stored-index.md` shows an
 * item of each kind. Summaries sort before rows (`!` before letters).
 */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Keywords of a large domain; before the lists, so that reading these does not read it. */
export const keywordsSort = '!b';
export const summarySort = '!s';
/** Pages of a domain beyond those that are kept with its totals; read by writers alone. */
export const furtherPagesSort = '!a';
export const pagesSort = '!p';
export const competitorsSort = '!c';
export const anchorsSort = '!a';
/** State of a keyword, the first results of its listing, and the rest of it. */
export const stateSort = 'm';
export const headSort = 'mh';
export const tailSort = 'mt';
/** Every row that ranks starts with this. */
export const rowPrefix = 'k#';
/** Keywords a domain has lost since the listing before. */
export const lostPrefix = 'x#';
export const referringPrefix = 'r#';

export const keywordPartition = (market: Market, keyword: string) => `K#${marketKey(market)}#${keyword}`;
export const domainPartition = (market: Market, domain: string) => `D#${marketKey(market)}#${domain}`;
/** The domain of a domain's partition; undefined for other partitions. */
export function domainOfPartition(market: Market, pk: string): string | undefined {
  const start = domainPartition(market, '');
  return pk.startsWith(start) ? pk.slice(start.length) : undefined;
}
export const pagePartition = (market: Market, page: string) => `P#${marketKey(market)}#${page}`;
export const tokenPartition = (market: Market, token: string) => `T#${marketKey(market)}#${token}`;
export const linkPartition = (domain: string) => `L#${domain}`;
/** What an import replaced, spread over partitions so that no one of them is hot. */
export const historyPartition = (run: string, shard: number) => `I#${run}#${shard}`;
export const historyShards = 8;

export const runPartition = 'R';
export const runKey = (run: string): ItemKey => ({ pk: runPartition, sk: run });
/** Imports that were made. */
export const importPartition = 'I';
export const markerPartition = 'M';
export const markerKey = (name: string): ItemKey => ({ pk: markerPartition, sk: name });
/** How well places hold. */
export const stabilityKey = markerKey('stability');
/** A market of which the index holds something, or once held. */
export const marketMarkerPrefix = 'market#';
export const marketMarker = (market: Market): ItemKey =>
  markerKey(`${marketMarkerPrefix}${marketKey(market)}`);

/** Most traffic first, then best position, then the alphabet. */
export function rankingSort(traffic: number, position: number, keyword: string): string {
  return `${rowPrefix}${descending(traffic)}${ascending(position)}#${keyword}`;
}

/** Most searches first; unknown volumes after a volume of 0. */
export function volumeSort(volume: number | null, keyword: string): string {
  return `${rowPrefix}${descending(volume === null ? 0 : volume + 1)}#${keyword}`;
}

/** The keyword at the end of a sort key made by the two functions above. */
export function keywordOfSort(sk: string): string {
  return sk.slice(sk.indexOf('#', rowPrefix.length) + 1);
}

/** Highest rank first. */
export function referringSort(rank: number | null, domain: string): string {
  return `${referringPrefix}${descending(rank === null ? 0 : rank + 1)}#${domain}`;
}

/** Market and name of a partition such as `K#2840:en#coffee grinder`. */
export function marketOfKey(pk: string): { readonly market: Market; readonly name: string } {
  const start = pk.indexOf('#') + 1;
  const end = pk.indexOf('#', start);
  return { market: marketNamed(pk.slice(start, end)), name: pk.slice(end + 1) };
}

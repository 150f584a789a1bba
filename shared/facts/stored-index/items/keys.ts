import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { marketNamed } from '#shared/facts/markets/markets.ts';
import { type Market, marketKey } from '../../ports/fact.ts';

/** Largest unpacked value that is believed; far above what the writer makes. */
const maxUnpackedBytes = 4 * 1024 * 1024;

/** Texts up to this fit the small window whole, so that they pack as well in it; to set up a large one takes longer than to fill it. */
const smallText = 4_096;
const packing = { level: 4 } as const;
const smallPacking = { level: 4, windowBits: 12, memLevel: 5 } as const;

/** A JSON value in as few bytes as an item should spend on it. */
export function pack(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  // A copy: what zlib gives is the start of a chunk of 16 KB, all of which would be kept with it.
  return new Uint8Array(deflateRawSync(text, text.length <= smallText ? smallPacking : packing));
}

const shortList = 16_384;
const listPacking = { level: 3, windowBits: 13, memLevel: 6 } as const;

/** As `pack`, for lists of which a count packs thousands: half the time for a hundredth more bytes. */
export function packList(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  return new Uint8Array(deflateRawSync(text, text.length <= shortList ? listPacking : packing));
}

/** The value of `pack` or `packList`, still to be parsed with a schema. */
export function unpack(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString());
}

/** A list in a packed value, with one look at each member instead of a schema each: a count reads thousands of lists. */
export const listOf = <Member>(isMember: (value: unknown) => value is Member) =>
  v.custom<readonly Member[]>((value) => Array.isArray(value) && value.every(isMember));

const rankDigits = 9;
const largestRank = 36 ** rankDigits - 1;

/** A number as sort key text such that larger numbers come first: nine base-36 digits. */
function descending(value: number): string {
  const bounded = Math.min(Math.max(0, Math.trunc(value)), largestRank);
  return (largestRank - bounded).toString(36).padStart(rankDigits, '0');
}

/** A small number (0-1295) as sort key text, smaller first. */
function ascending(value: number): string {
  return Math.min(Math.max(0, Math.trunc(value)), 36 ** 2 - 1)
    .toString(36)
    .padStart(2, '0');
}

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
/** Whatever belongs to one account: the partition of what it has brought, and those of the parts of it. */
export const ownPartition = (accountId: string) => `O#${accountId}`;
export const ownPartPartition = (accountId: string, part: string) => `${ownPartition(accountId)}#${part}`;
/**
 * Marks an account that has brought anything: written before the first record of an import or of a property.
 * Calls ask for it with other single items, and spare the range of what is there where it is absent.
 */
export const broughtKey = (accountId: string) => ({ pk: ownPartition(accountId), sk: 'b' });
/** What an import replaced, spread over partitions so that no one of them is hot. */
export const historyPartition = (run: string, shard: number) => `I#${run}#${shard}`;
export const historyShards = 8;

export const runPartition = 'R';
export const runKey = (run: string): ItemKey => ({ pk: runPartition, sk: run });
export const importPartition = 'I';
export const markerPartition = 'M';
export const markerKey = (name: string): ItemKey => ({ pk: markerPartition, sk: name });
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

import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { type ItemKey, packList, unpack } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';

/**
 * Open data lies in lists, each loaded whole. A list is a number of blocks of
 * some eighty domains, the block of a domain being told by a hash of its name:
 * one read of half a unit finds a domain, and a million of them are twelve
 * thousand items. Which lists are loaded, and in which tables, is said by one
 * item, so that a list appears with one write and goes with one.
 */
export const openList = v.object({
  kind: v.picklist(['ranks', 'crux', 'majestic', 'links', 'graph']),
  /** Release, `us-202610`, or the day of the list. */
  id: v.string(),
  /** Its own table, on one machine a file; the index table where left out. */
  table: v.optional(v.string()),
  /** Of a whole graph, the bits of a hash that tell its partition. */
  blocks: v.pipe(v.number(), v.integer(), v.minValue(1)),
  domains: v.number(),
  /** Domains in the whole graph, where that is known. */
  of: v.nullable(v.number()),
  sites: v.optional(v.array(v.string())),
  loaded_at: v.string(),
});
export type OpenList = v.InferOutput<typeof openList>;

const directory = v.object({
  lists: v.array(openList),
  /** Tables that were begun and not finished, or are going; nothing reads them. */
  unfinished: v.array(v.string()),
});
export interface Directory extends v.InferOutput<typeof directory> {
  /** Grows with every change; undefined where there is none yet. */
  readonly version: number | undefined;
}

export const directoryKey: ItemKey = { pk: 'W', sk: '!' };
const directoryItem = v.object({ d: directory, v: v.number() });

/** What is loaded; from the index table that all generations have in common. */
export async function readDirectory(home: IndexReader, consistent = false): Promise<Directory> {
  const item = await home.get(directoryKey, consistent);
  if (!item) return { lists: [], unfinished: [], version: undefined };
  const { d, v: version } = v.parse(directoryItem, item);
  return { ...d, version };
}

export type ListedRow = readonly [domain: string, ...values: (number | null)[]];
const rows = v.array(v.tupleWithRest([v.string()], v.nullable(v.number())));

/** Domains of a block; its size varies about this, and stays below 4 KB. */
const meanDomains = 80;

export function blocksFor(domains: number): number {
  return Math.max(1, Math.ceil(domains / meanDomains));
}

/** 32 bits of a name, evenly spread: FNV-1a, and the last step of Murmur for the upper bits. */
export function hashOf(domain: string): number {
  let hash = hashStart;
  for (let at = 0; at < domain.length; at += 1) hash = Math.imul(hash ^ domain.charCodeAt(at), hashFactor);
  return spreadHash(hash);
}

/** The parts of `hashOf`, for names that are read byte by byte. */
export const hashStart = 0x81_1c_9d_c5;
export const hashFactor = 0x01_00_01_93;
export function spreadHash(unspread: number): number {
  let hash = unspread;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The block of a hash: domains in the order of their hashes are in the order of their blocks. */
export function blockOf(hash: number, blocks: number): number {
  return Math.floor((hash / 2 ** 32) * blocks);
}

type Placed = Pick<OpenList, 'kind' | 'id' | 'blocks'>;

function blockKey({ kind, id }: Placed, block: number): ItemKey {
  return { pk: `W#${kind}#${id}#${block.toString(36)}`, sk: '!' };
}

export function blockItem(placed: Placed, block: number, listed: readonly ListedRow[]): Item {
  return { ...blockKey(placed, block), d: packList(listed) };
}

/** What a list says about a domain; undefined where it does not have it. Half a read unit. */
export async function findListed(
  table: IndexReader,
  placed: Placed,
  domain: string,
): Promise<readonly (number | null)[] | undefined> {
  const item = await table.get(blockKey(placed, blockOf(hashOf(domain), placed.blocks)));
  if (!item) return undefined;
  const found = v
    .parse(rows, unpack(v.parse(v.instance(Uint8Array), item.d)))
    .find(([name]) => name === domain);
  return found?.slice(1).map((value) => (typeof value === 'string' ? null : value));
}

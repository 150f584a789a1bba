import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { type ItemKey, packList, unpack } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import {
  findEntry,
  type NamedReferrer,
  type NameRow,
  readHead,
  readList,
  readNameBlock,
  readOwnList,
  readTargetBlock,
  reversedName,
  type StoredHead,
  type StoredList,
} from './graph-entries.ts';
import {
  blockRange,
  type GraphHead,
  mostKept,
  nameBlockKey,
  namedInAll,
  namedInHead,
  ownListRange,
  placeInNames,
  placeInTargets,
  targetBlockKey,
} from './graph-items.ts';
import { hashOf, type OpenList } from './open-lists.ts';

/** A domain that links to another, by its position in the release; its name where that is read already. */
export type LinkingDomain = Pick<NamedReferrer, 'position'> & Partial<NamedReferrer>;

/** Who links to a domain in a release, the most central first. */
export interface KnownLinks {
  readonly head: GraphHead;
  /** As many as were asked for and are kept. */
  readonly referrers: readonly LinkingDomain[];
  readonly isWhole: boolean;
}

/** The links of one release, whole or of some sites. */
export interface GraphLinks {
  /** Undefined where the release does not have the domain. Half a unit. */
  head(domain: string): Promise<GraphHead | undefined>;
  /** Half a unit, half for the names of fifty, and half for each 4 KB of further positions. */
  links(domain: string, limit: number): Promise<KnownLinks | undefined>;
  /** Rows of these positions; half a unit for each block of 256 positions that is read. */
  names(positions: readonly number[]): Promise<ReadonlyMap<number, NameRow>>;
  /** What these domains link to, of those that link to few; half a unit for each block of 32 positions. */
  targets(positions: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
}

export function createGraphLinks(table: IndexReader, { blocks: bits }: Pick<OpenList, 'blocks'>): GraphLinks {
  const block = async (kind: 'h' | 'l', reversed: string) => {
    const { items } = await table.range(blockRange(kind, hashOf(reversed), bits));
    const [item] = items;
    return item && findEntry(item, reversed);
  };
  const storedHead = async (domain: string): Promise<StoredHead | undefined> => {
    const entry = await block('h', reversedName(domain));
    return entry && readHead(entry);
  };
  const storedList = async (
    domain: string,
    { head, hasOwnList }: StoredHead,
    limit: number,
  ): Promise<StoredList> => {
    const reversed = reversedName(domain);
    if (hasOwnList) {
      const first = limit <= namedInAll ? { limit: 1 } : {};
      const { items } = await table.range({ ...ownListRange(reversed), ...first });
      return readOwnList(items);
    }
    const entry = await block('l', reversed);
    return entry ? readList(entry, Math.min(head.referringDomains, mostKept)) : { named: [], positions: [] };
  };
  return {
    head: async (domain) => (await storedHead(domain))?.head,
    async links(domain, limit) {
      const stored = await storedHead(domain);
      if (!stored) return undefined;
      const { head, named } = stored;
      const isShort = head.referringDomains <= namedInHead || limit <= named.length;
      const more = isShort ? { named: [], positions: [] } : await storedList(domain, stored, limit);
      const known = [...named, ...more.named, ...more.positions.map((position) => ({ position }))];
      return {
        head,
        referrers: known.slice(0, limit),
        isWhole: known.length === head.referringDomains,
      };
    },
    async names(positions) {
      const read = await readBlocks(table, positions, nameBlockKey);
      const names = new Map<number, NameRow>();
      for (const { item, wanted } of read) {
        const rows = readNameBlock(item);
        for (const position of wanted) {
          const row = rows[placeInNames(position)];
          if (row) names.set(position, row);
        }
      }
      return names;
    },
    async targets(positions) {
      const read = await readBlocks(table, positions, targetBlockKey);
      const targets = new Map<number, readonly number[]>();
      for (const { item, wanted } of read) {
        const found = readTargetBlock(item);
        for (const position of wanted) {
          const list = found.get(placeInTargets(position));
          if (list) targets.set(position, list);
        }
      }
      return targets;
    },
  };
}

async function readBlocks(table: IndexReader, positions: readonly number[], keyOf: typeof nameBlockKey) {
  const byBlock = Map.groupBy(positions, (position) => keyOf(position).pk);
  const keys = [...byBlock.values()].map(([first = 1]) => keyOf(first));
  const items = await table.getMany(keys);
  return keys.flatMap(({ pk }, at) => {
    const item = items[at];
    return item ? [{ item, wanted: byBlock.get(pk) ?? [] }] : [];
  });
}

/** The links of some sites, which lie with all their names. */
export function createSiteLinks(table: IndexReader, { id }: Pick<OpenList, 'id'>): GraphLinks {
  return {
    head: (domain) => readSite(table, id, domain),
    async links(domain, limit) {
      const [head, referrers] = await Promise.all([
        readSite(table, id, domain),
        readReferrers(table, id, domain, limit),
      ]);
      return head && { head, referrers, isWhole: referrers.length === head.referringDomains };
    },
    names: async () => new Map(),
    targets: async () => new Map(),
  };
}

/**
 * Links to one site: a head with exact counts, and its best referring domains,
 * the most central first, in blocks below 4 KB. Head and first block are what
 * a short answer reads, one unit.
 */
export interface SiteLinks extends GraphHead {
  readonly domain: string;
}

export const mostReferrers = 10_000;
const referrersOfBlock = 200;
const blockPrefix = 'r#';

const partition = (release: string, domain: string) => `W#links#${release}#${domain}`;
const headKey = (release: string, domain: string): ItemKey => ({ pk: partition(release, domain), sk: '!' });

/** Items of a site; `referrers` are the most central first. */
export function* siteItems(
  release: string,
  links: SiteLinks,
  referrers: readonly NamedReferrer[],
): Generator<Item> {
  const { domain, position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains } = links;
  const head = [position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains];
  yield { ...headKey(release, domain), d: packList(head) };
  const kept = referrers.slice(0, mostReferrers);
  for (let at = 0; at < kept.length; at += referrersOfBlock) {
    const rows = kept.slice(at, at + referrersOfBlock).map((row) => [row.domain, row.position, row.hosts]);
    const sk = `${blockPrefix}${String(at / referrersOfBlock).padStart(3, '0')}`;
    yield { pk: partition(release, domain), sk, d: packList(rows) };
  }
}

const packed = v.instance(Uint8Array);
const number = v.number();
const head = v.tuple([number, number, number, number, number, number]);
const block = v.array(v.tuple([v.string(), number, number]));

/** Undefined where the list does not have the site. Half a read unit. */
async function readSite(table: IndexReader, release: string, domain: string): Promise<SiteLinks | undefined> {
  const item = await table.get(headKey(release, domain));
  if (!item) return undefined;
  const [position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains] = v.parse(
    head,
    unpack(v.parse(packed, item.d)),
  );
  return { domain, position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains };
}

/** The best referring domains of a site, half a read unit for each two hundred. */
async function readReferrers(
  table: IndexReader,
  release: string,
  domain: string,
  limit: number,
): Promise<readonly NamedReferrer[]> {
  const blocks = Math.ceil(Math.min(limit, mostReferrers) / referrersOfBlock);
  const { items } = await table.range({ pk: partition(release, domain), prefix: blockPrefix, limit: blocks });
  return items
    .flatMap((item) => v.parse(block, unpack(v.parse(packed, item.d))))
    .map(([name, position, hosts]) => ({ domain: name, position, hosts }))
    .slice(0, limit);
}

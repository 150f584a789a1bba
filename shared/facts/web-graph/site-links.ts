import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { type ItemKey, packList, unpack } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { NamedReferrer } from './graph-entries.ts';
import type { GraphHead } from './graph-items.ts';

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
export async function readSite(
  table: IndexReader,
  release: string,
  domain: string,
): Promise<SiteLinks | undefined> {
  const item = await table.get(headKey(release, domain));
  if (!item) return undefined;
  const [position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains] = v.parse(
    head,
    unpack(v.parse(packed, item.d)),
  );
  return { domain, position, harmonic, pagerankPosition, hosts, referringDomains, linkedDomains };
}

/** The best referring domains of a site, half a read unit for each two hundred. */
export async function readReferrers(
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

import { readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import {
  headSort,
  linksOn,
  linksPartition,
  type OwnLinksHead,
  readLinkHeads,
} from '#shared/facts/stored-index/own-links.ts';
import type { Change } from '../items/index-items.ts';
import {
  anchorsSort,
  type ItemKey,
  linkPartition,
  ownPartition,
  referringPrefix,
  referringSort,
  summarySort,
} from '../items/keys.ts';
import { type DomainLinks, packAnchors, packProfile, packSite, unpackProfile } from '../items/link-items.ts';
import { atMost, readAll } from '../table/index-reads.ts';
import { type IndexTable, removeItems } from '../table/index-table.ts';

const domainsAtOnce = 4;

/**
 * Replaces the links to each domain. Rows first, the profile last: it tells
 * how many rows there are, so an interrupted replacement shows the profile of
 * before and is repeated by the next.
 */
export async function writeDomainLinks(table: IndexTable, links: readonly DomainLinks[]): Promise<void> {
  await atMost(domainsAtOnce, links, (domain) => replaceLinks(table, domain));
}

async function replaceLinks(table: IndexTable, links: DomainLinks): Promise<void> {
  const pk = linkPartition(links.domain);
  const known = await table.get({ pk, sk: summarySort }, true);
  if (known && unpackProfile(readPacked(known)).at > links.at) return;
  const changes = linkItems(links);
  const kept = new Set(changes.map(({ put }) => put.sk));
  const old = await referringKeys(table, pk);
  const removed = old.filter(({ sk }) => !kept.has(sk)).map((remove): Change => ({ remove }));
  const isProfile = ({ put }: (typeof changes)[number]) => put.sk === summarySort;
  await table.change([...removed, ...changes.filter((change) => !isProfile(change))]);
  await table.change(changes.filter(isProfile));
}

/** Every item of a domain's links, in the shared graph unless another partition is named. */
export function linkItems(links: DomainLinks, pk: string = linkPartition(links.domain)) {
  const sites = links.referring.map((site) => ({
    put: { pk, sk: referringSort(site.domain_rank, site.domain), d: packSite(site) },
  }));
  return [
    ...sites,
    { put: { pk, sk: anchorsSort, d: packAnchors(links.anchors) } },
    { put: { pk, sk: summarySort, d: packProfile(links) } },
  ];
}

async function referringKeys(table: IndexTable, pk: string): Promise<readonly ItemKey[]> {
  const items = await readAll(table, pk, { prefix: referringPrefix, consistent: true });
  return items.map(({ sk }) => ({ pk, sk: String(sk) }));
}

export type OwnLinkStore = ReturnType<typeof createOwnLinkStore>;

/**
 * Links that an account has brought. They lie under the account's own
 * partitions, in the shape of the shared graph, and answer for that account
 * alone.
 */
export function createOwnLinkStore(table: IndexTable) {
  return {
    /** Writes the links of an import: those to each domain whole, its head last. */
    async write(accountId: string, importId: string, links: readonly DomainLinks[]): Promise<void> {
      for (const domainLinks of links) {
        const { domain, at } = domainLinks;
        const pk = linksPartition(accountId, importId, domain);
        await removeItems(table, pk);
        await table.change(linkItems(domainLinks, pk));
        const d: OwnLinksHead = { domain, import_id: importId, at };
        await table.put({ pk: ownPartition(accountId), sk: headSort(domain, importId), d });
      }
    },
    /** Of the sites that an import has as lost, those that link by the newest one before it; none of an import that is not the newest. */
    lostSince: (accountId: string, links: DomainLinks) => lostSince(table, accountId, links),
    /** Removes an import's links; false where there are none. */
    async remove(accountId: string, importId: string): Promise<boolean> {
      const heads = (await readLinkHeads(table, accountId)).filter(({ import_id }) => import_id === importId);
      for (const { domain } of heads) {
        const key = { pk: ownPartition(accountId), sk: headSort(domain, importId) };
        await removeItems(table, linksPartition(accountId, importId, domain));
        await table.change([{ remove: key }]);
      }
      return heads.length > 0;
    },
  };
}

async function lostSince(
  table: IndexTable,
  accountId: string,
  { domain, at, source, referring }: DomainLinks,
): Promise<readonly string[]> {
  const lost = referring.filter((site) => site.lost).map((site) => site.domain);
  if (lost.length === 0) return [];
  const heads = await readLinkHeads(table, accountId);
  const others = heads.filter((head) => head.domain === domain && head.import_id !== source);
  const [before] = others.toSorted((one, other) => other.at - one.at);
  if (!before || before.at > at) return [];
  const earlier = linksOn(table, async () => linksPartition(accountId, before.import_id, domain));
  const living = new Set<string>();
  for await (const { sites } of earlier.sites(domain))
    for (const site of sites) if (!site.lost) living.add(site.domain);
  return lost.filter((site) => living.has(site));
}

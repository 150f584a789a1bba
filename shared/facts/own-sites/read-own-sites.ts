import type { OwnSite, OwnSites } from '#shared/facts/ports/own-sites.ts';
import { ownPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Market } from '../ports/fact.ts';
import { holdsFor, widestHeads } from './console-heads.ts';
import { type ConsoleHead, headPrefix, headSort, parseHead } from './console-items.ts';

/** What one account brought about its sites. The account is fixed here, and is part of every key that is read. */
export function createOwnSites(table: IndexReader, accountId: string): OwnSites {
  const allHeads = async (site?: string) => {
    const prefix = site === undefined ? headPrefix : headSort(site, '');
    const { items } = await table.range({ pk: ownPartition(accountId), prefix });
    return items.map(({ d }) => parseHead(d));
  };
  const headsOf = async (site: string | undefined, market: Market) =>
    (await allHeads(site)).filter((head) => holdsFor(head, market));
  return {
    async site(domain, market) {
      const heads = await headsOf(domain, market);
      return heads.length > 0 ? openSite(table, accountId, heads) : undefined;
    },
    async countries(domain) {
      const heads = (await allHeads(domain)).filter(({ search_type }) => search_type === 'web');
      const countries = heads.map(({ country }) => country);
      return [...new Set(countries.includes(null) ? [] : countries.filter((country) => country !== null))];
    },
    async sites(market) {
      const bySite = Map.groupBy(await headsOf(undefined, market), ({ site }) => site);
      return Promise.all([...bySite.values()].map((heads) => openSite(table, accountId, heads)));
    },
    async linkChanges(site, period) {
      const { ownLinkChanges } = await import('./own-link-changes.ts');
      return ownLinkChanges(table, accountId, site, period);
    },
  };
}

/** A site whatever the country its figures are of; undefined where the account brought none. */
export async function openWholeSite(
  table: IndexReader,
  accountId: string,
  domain: string,
): Promise<OwnSite | undefined> {
  const { items } = await table.range({ pk: ownPartition(accountId), prefix: headSort(domain, '') });
  const heads = widestHeads(items.map(({ d }) => parseHead(d)));
  return heads.length > 0 ? openSite(table, accountId, heads) : undefined;
}

/** What reads the figures is loaded by the calls of accounts that brought some. */
async function openSite(
  table: IndexReader,
  accountId: string,
  heads: readonly ConsoleHead[],
): Promise<OwnSite> {
  return (await import('./open-own-site.ts')).openSite(table, accountId, heads);
}

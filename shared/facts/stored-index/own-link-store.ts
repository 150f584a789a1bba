import type { Change } from './items/index-items.ts';
import type { DomainLinks } from './items/link-items.ts';
import { accountPartition, headSort, linksPartition, type OwnLinksHead, readLinkHeads } from './own-links.ts';
import type { IndexTable } from './table/index-table.ts';
import { linkItems } from './writing/link-writes.ts';

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
        await removePartition(table, pk);
        await table.change(linkItems(domainLinks, pk));
        const d: OwnLinksHead = { domain, import_id: importId, at };
        await table.put({ pk: accountPartition(accountId), sk: headSort(domain, importId), d });
      }
    },
    /** Removes an import's links; false where there are none. */
    async remove(accountId: string, importId: string): Promise<boolean> {
      const heads = (await readLinkHeads(table, accountId)).filter(({ import_id }) => import_id === importId);
      for (const { domain } of heads) {
        const key = { pk: accountPartition(accountId), sk: headSort(domain, importId) };
        await removePartition(table, linksPartition(accountId, importId, domain));
        await table.change([{ remove: key }]);
      }
      return heads.length > 0;
    },
  };
}

async function removePartition(table: IndexTable, pk: string): Promise<void> {
  let after: Awaited<ReturnType<IndexTable['range']>>['next'];
  do {
    const range = await table.range({ pk, after });
    await table.change(range.items.map(({ sk }): Change => ({ remove: { pk, sk: String(sk) } })));
    after = range.next;
  } while (after);
}

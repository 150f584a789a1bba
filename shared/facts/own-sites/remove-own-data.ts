import { ownPartition, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { type IndexTable, removeItems } from '#shared/facts/stored-index/table/index-table.ts';
import { createOwnLinkStore } from '#shared/facts/stored-index/writing/link-writes.ts';

/**
 * Removes everything that an account has brought of its own: figures, links and
 * the record of each import. It is safe to repeat: the records of the imports
 * are removed last, so a removal that was cut off finds them again.
 */
export async function removeOwnData(table: IndexTable, accountId: string): Promise<void> {
  const pk = ownPartition(accountId);
  const items = await readAll(table, pk);
  const imports = new Set(items.flatMap(({ sk }) => /imp_[0-9a-z]+$/u.exec(String(sk))?.[0] ?? []));
  const links = createOwnLinkStore(table);
  // What a connection has synced.
  const properties = items.flatMap(
    ({ sk }) => /^g#(?<id>gsc_[0-9a-f]+)$/u.exec(String(sk))?.groups?.id ?? [],
  );
  for (const id of properties) await removeItems(table, ownPartPartition(accountId, id));
  for (const id of imports) {
    await removeItems(table, ownPartPartition(accountId, id));
    await links.remove(accountId, id);
  }
  await removeItems(table, pk);
}

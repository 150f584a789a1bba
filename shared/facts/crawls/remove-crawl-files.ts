import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

export const folderOf = (accountId: string, crawlId: string) => `crawls/${accountId}/${crawlId}/`;

/** Removes all files of a crawl, or of every crawl of an account; apart from what reads them, which knows every check. */
export async function removeCrawlFiles(
  objects: Pick<ObjectStore, 'delete' | 'list'>,
  accountId: string,
  crawlId?: string,
): Promise<void> {
  const folder = crawlId === undefined ? `crawls/${accountId}/` : folderOf(accountId, crawlId);
  for await (const key of objects.list(folder)) await objects.delete(key);
}

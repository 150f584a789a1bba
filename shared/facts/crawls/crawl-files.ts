import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { packPieces, unpackLines } from '#shared/platform/spooled-lines.ts';
import type { CrawledSite, CrawlProgress, CrawlSlice } from '#shared/site-audit/whole/crawl-slices.ts';
import { fromText, type KeptLine, readLine, toText } from '#shared/site-audit/whole/kept-pages.ts';
import { folderOf } from './remove-crawl-files.ts';

const site = v.custom<CrawledSite>((value) => isRecord(value) && isRecord(value.home));
const progress = v.custom<CrawlProgress>((value) => isRecord(value) && isRecord(value.walk));

const siteName = 'site';
const faultsName = 'faults';

export type CrawlFiles = ReturnType<typeof createCrawlFiles>;

/**
 * What crawls have read, beside their items: `crawls/<account>/<crawl>/…`. A file
 * is written under a name of its own before the item names it, so that of two
 * runs of one slice neither writes over what the other has.
 */
export function createCrawlFiles(objects: Pick<ObjectStore, 'get' | 'put' | 'delete'>) {
  const put = async (accountId: string, crawlId: string, name: string, lines: Iterable<string>) =>
    objects.put(`${folderOf(accountId, crawlId)}${name}`, packPieces(lines), {
      contentType: 'application/gzip',
    });
  const lines = async (accountId: string, crawlId: string, name: string): Promise<readonly string[]> => {
    const packed = await objects.get(`${folderOf(accountId, crawlId)}${name}`);
    if (!packed) throw new Error(`The file ${name} of ${crawlId} is gone.`);
    return unpackLines(packed);
  };
  const newName = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`;
  return {
    putSite: (accountId: string, crawlId: string, found: CrawledSite) =>
      put(accountId, crawlId, siteName, [toText(found)]),
    async site(accountId: string, crawlId: string): Promise<CrawledSite> {
      const [text = ''] = await lines(accountId, crawlId, siteName);
      return v.parse(site, fromText(text));
    },
    /** The name of the new file. */
    async putPart(
      accountId: string,
      crawlId: string,
      kind: CrawlSlice['kind'],
      kept: readonly KeptLine[],
    ): Promise<string> {
      const name = newName(kind);
      await put(accountId, crawlId, name, kept.values().map(toText));
      return name;
    },
    async part(accountId: string, crawlId: string, name: string): Promise<readonly KeptLine[]> {
      return (await lines(accountId, crawlId, name)).map(readLine);
    },
    async putProgress(accountId: string, crawlId: string, reached: CrawlProgress): Promise<string> {
      const name = newName('progress');
      await put(accountId, crawlId, name, [toText(reached)]);
      return name;
    },
    async progress(accountId: string, crawlId: string, name: string): Promise<CrawlProgress> {
      const [text = ''] = await lines(accountId, crawlId, name);
      return v.parse(progress, fromText(text));
    },
    /** What a crawl found wrong, as lines of issue and address: what the next one is compared with. */
    putFaults: (accountId: string, crawlId: string, faults: Iterable<string>) =>
      put(accountId, crawlId, faultsName, faults),
    /** Undefined where they are no longer kept. */
    async faults(accountId: string, crawlId: string): Promise<readonly string[] | undefined> {
      const packed = await objects.get(`${folderOf(accountId, crawlId)}${faultsName}`);
      return packed && unpackLines(packed);
    },
    /** Where the rows of a list lie; they go with the crawl. */
    listFile: (accountId: string, crawlId: string, list: string) =>
      `${folderOf(accountId, crawlId)}list-${list}`,
    /** Removes what no item names. */
    async removeShared(accountId: string, crawlId: string): Promise<void> {
      for (const name of [siteName, faultsName])
        await objects.delete(`${folderOf(accountId, crawlId)}${name}`);
    },
    remove: (accountId: string, crawlId: string, name: string) =>
      objects.delete(`${folderOf(accountId, crawlId)}${name}`),
  };
}

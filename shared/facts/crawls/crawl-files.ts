import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { linesIn, packPieces, unpackLines } from '#shared/platform/spooled-lines.ts';
import { fromText, toText } from '#shared/site-audit/crawl/kept-page.ts';
import type {
  CrawledSite,
  CrawlProgress,
  CrawlSlice,
  Learnt,
} from '#shared/site-audit/whole/crawl-slices.ts';
import { readLine } from '#shared/site-audit/whole/kept-pages.ts';
import { folderOf } from './remove-crawl-files.ts';

const site = v.custom<CrawledSite>((value) => isRecord(value) && isRecord(value.home));
const progress = v.custom<CrawlProgress>((value) => isRecord(value) && isRecord(value.walk));
const learnt = v.custom<Learnt>((value) => isRecord(value) && Array.isArray(value.known));

/** The file of what a part has learnt, beside that of what it has read. */
const learntBeside = (part: string) => part.replace(/^[a-z]+/u, 'learnt');

const siteName = 'site';
const faultsName = 'faults';

function linesOf(objects: Pick<ObjectStore, 'get' | 'put'>) {
  const put = async (accountId: string, crawlId: string, name: string, lines: Iterable<string>) =>
    objects.put(`${folderOf(accountId, crawlId)}${name}`, packPieces(lines), {
      contentType: 'application/gzip',
    });
  const lines = async (accountId: string, crawlId: string, name: string): Promise<readonly string[]> => {
    const packed = await objects.get(`${folderOf(accountId, crawlId)}${name}`);
    if (!packed) throw new Error(`The file ${name} of ${crawlId} is gone.`);
    return unpackLines(packed);
  };
  return { put, lines };
}

function withLearnt(reached: CrawlProgress, all: readonly Learnt[]): CrawlProgress {
  return {
    ...reached,
    walk: { ...reached.walk, known: all.flatMap(({ known }) => known) },
    excluded: all.flatMap(({ excluded }) => excluded),
    contents: all.flatMap(({ contents }) => contents),
  };
}

export type CrawlFiles = ReturnType<typeof createCrawlFiles>;

/**
 * What crawls have read, beside their items: `crawls/<account>/<crawl>/…`. A file
 * is written under a name of its own before the item names it, so that of two
 * runs of one slice neither writes over what the other has.
 */
export function createCrawlFiles(objects: Pick<ObjectStore, 'get' | 'open' | 'put' | 'delete'>) {
  const { put, lines } = linesOf(objects);
  const newName = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`;
  return {
    putSite: (accountId: string, crawlId: string, found: CrawledSite) =>
      put(accountId, crawlId, siteName, [toText(found)]),
    async site(accountId: string, crawlId: string): Promise<CrawledSite> {
      const [text = ''] = await lines(accountId, crawlId, siteName);
      return v.parse(site, fromText(text));
    },
    async putPart(
      accountId: string,
      crawlId: string,
      part: Pick<CrawlSlice, 'kind' | 'lines' | 'learnt'>,
    ): Promise<string> {
      const name = newName(part.kind);
      await Promise.all([
        put(accountId, crawlId, name, part.lines.values().map(toText)),
        put(accountId, crawlId, learntBeside(name), [toText(part.learnt)]),
      ]);
      return name;
    },
    async part(accountId: string, crawlId: string, name: string) {
      return (await lines(accountId, crawlId, name)).map(readLine);
    },
    /** Without what only grows, which lies beside the parts: so that it is written once. */
    async putProgress(accountId: string, crawlId: string, reached: CrawlProgress): Promise<string> {
      const name = newName('progress');
      const walk = { ...reached.walk, known: [] };
      await put(accountId, crawlId, name, [toText({ ...reached, walk, excluded: [], contents: [] })]);
      return name;
    },
    async progress(
      accountId: string,
      crawlId: string,
      name: string,
      parts: readonly string[],
    ): Promise<CrawlProgress> {
      const read = async (file: string) => fromText((await lines(accountId, crawlId, file)).join(''));
      const reached = v.parse(progress, await read(name));
      const all: Learnt[] = [];
      for (const part of parts) all.push(v.parse(learnt, await read(learntBeside(part))));
      return withLearnt(reached, all);
    },
    /** What a crawl found wrong, as lines of issue and address: what the next one is compared with. */
    putFaults: (accountId: string, crawlId: string, faults: Iterable<string>) =>
      put(accountId, crawlId, faultsName, faults),
    /** Undefined where they are no longer kept. */
    async faults(accountId: string, crawlId: string) {
      const packed = await objects.open(`${folderOf(accountId, crawlId)}${faultsName}`);
      return packed && linesIn(packed);
    },
    /** Where the rows of a list lie; they go with the crawl. */
    listFile: (accountId: string, crawlId: string, list: string) =>
      `${folderOf(accountId, crawlId)}list-${list}`,
    async removeShared(accountId: string, crawlId: string): Promise<void> {
      for (const name of [siteName, faultsName])
        await objects.delete(`${folderOf(accountId, crawlId)}${name}`);
    },
    remove: (accountId: string, crawlId: string, name: string) =>
      objects.delete(`${folderOf(accountId, crawlId)}${name}`),
    async removePart(accountId: string, crawlId: string, name: string): Promise<void> {
      for (const gone of [name, learntBeside(name)])
        await objects.delete(`${folderOf(accountId, crawlId)}${gone}`);
    },
  };
}

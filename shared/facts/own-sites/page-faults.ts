import * as v from 'valibot';
import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import { figures, type PageFault, type ReadPages } from '#shared/facts/ports/own-sites.ts';
import { readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, pack, unpack } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { pageKey } from '#shared/site-audit/site-scope.ts';
import type { ConsoleHead, StoredPage } from './console-items.ts';
import { estimate, nextCall, number } from './opportunities.ts';

const pageFault = v.object({ url: v.string(), title: v.string(), on: v.string() });

const mostFaults = 2_000;
const sortOf = (site: string) => `p#${site}`;

export async function readPageFaults(
  table: IndexReader,
  accountId: string,
  site: string,
): Promise<PageFault[]> {
  const sk = sortOf(site);
  const { items } = await table.range({ pk: ownPartition(accountId), from: sk, to: sk });
  const [item] = items;
  return item ? v.parse(v.array(pageFault), unpack(readPacked(item))) : [];
}

/** Keeps what was read; says whether anything is different from before. */
export async function keepPageFaults(
  table: IndexTable,
  accountId: string,
  { site, urls, faults }: ReadPages,
): Promise<boolean> {
  const before = await readPageFaults(readingLatest(table), accountId, site);
  const read = new Set([...urls, ...faults.map(({ url }) => url)].map((url) => pageKey(url)));
  const unread = before.filter(({ url }) => !read.has(pageKey(url)));
  const kept = [...faults, ...unread].slice(0, mostFaults);
  if (before.length + kept.length === 0) return false;
  await table.put({ pk: ownPartition(accountId), sk: sortOf(site), d: pack(kept) });
  return true;
}

/** Pages with a fault as things to do: all clicks of such a page are at stake. */
export function faultOpportunities(
  { site, from, to }: Pick<ConsoleHead, 'site' | 'from' | 'to'>,
  pages: readonly StoredPage[],
  faults: readonly PageFault[],
): SearchOpportunity[] {
  const byPage = Map.groupBy(faults, ({ url }) => pageKey(url));
  return pages.flatMap((page): SearchOpportunity[] => {
    const [first, ...others] = byPage.get(pageKey(page.url)) ?? [];
    if (!first || page.clicks === 0) return [];
    return [
      {
        kind: 'page_fault',
        levers: [],
        query: null,
        page: page.url,
        ...figures({ from, to }, page),
        seen: `Read on ${first.on}: ${[first, ...others].map(({ title }) => title).join(' ')}`,
        ...estimate(page.clicks, { from, to }),
        computed: `The ${number(page.clicks)} clicks of the page: search drops a page with such a fault, and they are lost with it.`,
        next_call: nextCall('audit_site', { domain: site, urls: [page.url] }),
      },
    ];
  });
}

import type { KeptCrawl, VersionedCrawl } from './crawl-store.ts';

/** What a crawl is compared with, and why with that. */
export interface EarlierCrawl {
  readonly earlier: KeptCrawl;
  readonly why: string;
}

/** A crawl with nine tenths of the pages has read about as many. */
const aboutAsMany = 0.9;

/**
 * The crawl that one is compared with: the one that its owner named; else the newest that read the whole site or
 * about as many pages, since one that was cut short says nothing of the pages that it did not reach; else the one
 * that read most. `all` has the newest first.
 */
export function earlierCrawl(
  all: readonly VersionedCrawl[],
  { domain, createdAt, pages, comparedTo }: KeptCrawl,
): EarlierCrawl | undefined {
  const before = all.filter(
    ({ crawl, result }) => crawl.domain === domain && crawl.createdAt < createdAt && result,
  );
  const named = before.find(({ crawl }) => crawl.id === comparedTo);
  if (named) return { earlier: named.crawl, why: 'You named it.' };
  const finished = before.map(({ crawl }) => crawl).filter(({ status }) => status === 'finished');
  const isWhole = ({ waiting }: KeptCrawl) => waiting === 0;
  const like = finished.find((crawl) => isWhole(crawl) || crawl.pages >= pages * aboutAsMany);
  const [longest] = finished.toSorted((a, b) => b.pages - a.pages);
  const earlier = like ?? longest;
  if (!earlier) return undefined;
  const gone = comparedTo ? `The crawl ${comparedTo} is gone. ` : '';
  if (!like)
    return { earlier, why: `${gone}None before read the whole site or about as many pages; it read most.` };
  return {
    earlier,
    why: `${gone}It is the newest that read ${isWhole(like) ? 'the whole site' : 'about as many pages'}.`,
  };
}

import type { LinkingDomain, OwnLinkChanges } from '#shared/facts/ports/own-sites.ts';
import type { ReferringSite } from '#shared/facts/stored-index/items/link-items.ts';
import { linksPartition, type OwnLinksHead, readLinkHeads } from '#shared/facts/stored-index/own-links.ts';
import { createLinkQuestions } from '#shared/facts/stored-index/questions/link-questions.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { isoTime } from '#shared/platform/clock.ts';

/** Linking domains of an import that are read. */
const mostSites = 5_000;
/** An import with fewer of the domains of the one before than this is of something else, or cut off. */
const leastKept = 0.5;

/**
 * What two imports of links show of a period: domains that were seen first in it, and those that the
 * newest import calls lost, or no longer has. Undefined where no links are
 * imported, or the newest import is older than the period.
 */
export async function ownLinkChanges(
  table: IndexReader,
  accountId: string,
  site: string,
  period: { readonly from: string; readonly to: string },
): Promise<OwnLinkChanges | undefined> {
  const heads = (await readLinkHeads(table, accountId))
    .filter(({ domain }) => domain === site)
    .toSorted((a, b) => a.at - b.at);
  const newest = heads.at(-1);
  if (!newest || dayOf(newest) < period.from) return undefined;
  const earlier = heads.findLast((head) => dayOf(head) < dayOf(newest) && dayOf(head) <= period.to);
  const read = (head: OwnLinksHead) => sitesOf(table, accountId, head);
  const [now, was] = await Promise.all([read(newest), earlier ? read(earlier) : []]);
  const names = new Set(now.map(({ domain }) => domain));
  const kept = was.filter(({ domain }) => names.has(domain)).length;
  const isComparable = kept >= leastKept * was.length;
  const isWithin = (day: string | null) =>
    day !== null && day >= period.from && day.slice(0, 10) <= period.to;
  return {
    at: dayOf(newest),
    comparedWith: earlier && isComparable ? dayOf(earlier) : null,
    gained: now.filter(({ lost, first_seen }) => !lost && isWithin(first_seen)).map(linking),
    lost: [
      ...now.filter(({ lost, first_seen }) => lost && (first_seen ?? '') < period.to),
      ...(isComparable ? was.filter(({ domain, lost }) => !(lost || names.has(domain))) : []),
    ].map(linking),
  };
}

/** Heads tell their time in Unix seconds. */
const dayOf = ({ at }: OwnLinksHead) => isoTime(at * 1_000).slice(0, 10);

const linking = ({ domain, links }: ReferringSite): LinkingDomain => ({
  domain,
  pages: links.map(({ url_to }) => url_to),
});

/** The strongest linking domains of one import. */
async function sitesOf(table: IndexReader, accountId: string, head: OwnLinksHead): Promise<ReferringSite[]> {
  const partition = linksPartition(accountId, head.import_id, head.domain);
  const found: ReferringSite[] = [];
  for await (const { sites } of createLinkQuestions(table, async () => partition).sites(head.domain)) {
    found.push(...sites);
    if (found.length >= mostSites) break;
  }
  return found;
}

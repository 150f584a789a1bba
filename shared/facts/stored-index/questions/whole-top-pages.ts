import * as v from 'valibot';
import type { Market } from '#shared/facts/ports/market.ts';
import { pageRowOf, pageTotalsOf } from '../items/domain-summary.ts';
import { domainPartition } from '../items/keys.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';
import { postingParts } from './posting-parts.ts';

/** What some of a page's rows add up to. */
const partialTotal = v.object({
  url: v.string(),
  keywords: v.number(),
  traffic: v.number(),
  withVolume: v.number(),
});
type PartialTotal = v.InferOutput<typeof partialTotal>;

/**
 * Every page of a domain, most traffic first. Only the first ones are kept with
 * a domain; all are added up from its rows, those of each read first, so that
 * a page is brought together from as many totals as there were reads.
 */
export async function* wholeTopPages(
  table: IndexReader,
  domain: string,
  market: Market,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  const groups = groupsOf(totalsOf(table, domain, market), partialTotal, runLength);
  yield* rankedRows(pagesOf(groups), runLength);
}

async function* totalsOf(
  table: IndexReader,
  domain: string,
  market: Market,
): AsyncGenerator<readonly Member<PartialTotal>[]> {
  for await (const { postings } of postingParts(table, domainPartition(market, domain), domain))
    yield pageTotalsOf(postings).map(({ key, ...data }) => ({ group: key, data }));
}

async function* pagesOf(
  parts: AsyncIterable<readonly Group<PartialTotal>[]>,
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups.map(({ members }) => {
      const page = members.reduce(addedUp);
      return { rank: [page.traffic, page.keywords], name: page.url, row: pageRowOf(page) };
    });
}

/** Of several addresses of one page that of its first row is shown. */
function addedUp(a: PartialTotal, b: PartialTotal): PartialTotal {
  return {
    url: a.url,
    keywords: a.keywords + b.keywords,
    traffic: a.traffic + b.traffic,
    withVolume: a.withVolume + b.withVolume,
  };
}

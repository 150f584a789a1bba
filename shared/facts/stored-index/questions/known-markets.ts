import { keywordKey } from '#shared/facts/intent/words.ts';
import { marketNamed } from '#shared/facts/markets/markets.ts';
import type { Subject } from '#shared/facts/ports/sources.ts';
import { readSummary } from '#shared/facts/stored-index/items/index-items.ts';
import type { Market } from '../../ports/fact.ts';
import {
  domainPartition,
  keywordPartition,
  pagePartition,
  rowPrefix,
  stateSort,
  summarySort,
} from '../items/keys.ts';
import { pageKey } from '../items/page-key.ts';
import type { IndexReader } from '../table/index-reads.ts';

/** Those of some markets, by their keys, in which the index knows a subject: one small read each. */
export async function marketsThatKnow(
  table: IndexReader,
  keys: readonly string[],
  subject: Subject,
): Promise<readonly Market[]> {
  const markets = keys.map(marketNamed);
  const known = await Promise.all(markets.map((market) => isKnown(table, subject, market)));
  return markets.filter((_, index) => known[index]);
}

async function isKnown(table: IndexReader, subject: Subject, market: Market): Promise<boolean> {
  if ('domain' in subject) {
    const pk = domainPartition(market, subject.domain);
    const { items } = await table.range({ pk, from: summarySort, to: summarySort });
    return items.some((item) => readSummary(item).summary.keywords > 0);
  }
  if ('keyword' in subject) {
    const pk = keywordPartition(market, keywordKey(subject.keyword));
    return (await table.range({ pk, from: stateSort, to: stateSort })).items.length > 0;
  }
  const page = pageKey(subject.url);
  if (page === undefined) return false;
  const pk = pagePartition(market, page);
  return (await table.range({ pk, prefix: rowPrefix, limit: 1 })).items.length > 0;
}

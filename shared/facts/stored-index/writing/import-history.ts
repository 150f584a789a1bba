import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { type Market, marketKey } from '#shared/facts/ports/market.ts';
import type { Change, Item } from '../items/index-items.ts';
import { historyPartition, historyShards, type ItemKey } from '../items/keys.ts';
import { readState, stateItemOf } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import type { KeywordChange, StoredKeyword } from './keyword-writes.ts';

/**
 * What an import replaced, keyword by keyword, so that it can be undone. Kept
 * with the first change that an import makes to a keyword; spread over a few
 * partitions, so that a large import has no hot one.
 */
export interface KeptKeyword {
  readonly market: Market;
  readonly keyword: string;
  readonly before: StoredKeyword;
}

const bytes = v.instance(Uint8Array);
const keptItem = v.object({
  pk: v.string(),
  sk: v.string(),
  /** The state item as it was; absent where there was none. */
  s: v.optional(v.record(v.string(), v.unknown())),
  h: v.optional(bytes),
  t: v.optional(bytes),
});

export function historyKey(run: string, market: Market, keyword: string): ItemKey {
  const [first = 0] = createHash('sha256').update(keyword).digest();
  return { pk: historyPartition(run, first % historyShards), sk: `${marketKey(market)}#${keyword}` };
}

/** Keeps what changes replace. What the run itself wrote before is not worth keeping: the oldest state is. */
export async function keepHistory(
  table: IndexTable,
  run: string,
  changes: readonly KeywordChange[],
): Promise<void> {
  const first = changes.filter(({ before }) => !before.record?.claim.startsWith(`${run}:`));
  await table.change(
    first.map(({ update, before }): Change => {
      const { market, keyword } = update;
      return { put: keptItemOf(historyKey(run, market, keyword), before) };
    }),
  );
}

export function keptItemOf(key: ItemKey, { record, head, tail }: StoredKeyword): Item {
  const state = record && stateItemOf({ pk: '', sk: '' }, { ...record, outdated: [] });
  return { ...key, ...(state && { s: state }), ...(head && { h: head }), ...(tail && { t: tail }) };
}

export async function readKept(
  table: IndexTable,
  run: string,
  market: Market,
  keyword: string,
): Promise<StoredKeyword | undefined> {
  const item = await table.get(historyKey(run, market, keyword), true);
  return item && keptOf(item).before;
}

/** All that an import replaced, in rounds. */
export async function* keptKeywords(table: IndexTable, run: string): AsyncGenerator<readonly KeptKeyword[]> {
  for (let shard = 0; shard < historyShards; shard += 1) {
    let next: ItemKey | undefined;
    do {
      const pk = historyPartition(run, shard);
      const range = await table.range({ pk, limit: 100, after: next, consistent: true });
      if (range.items.length > 0) yield range.items.map(keptOf);
      next = range.next;
    } while (next);
  }
}

function keptOf(item: Item): KeptKeyword {
  const { sk, s, h, t } = v.parse(keptItem, item);
  const end = sk.indexOf('#');
  const [location, language] = sk.slice(0, end).split(':');
  return {
    market: resolveMarket({ location, language }),
    keyword: sk.slice(end + 1),
    before: { record: s && readState(s), head: h, tail: t },
  };
}

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { marketNamed } from '#shared/facts/markets/markets.ts';
import { readState, stateItemOf } from '#shared/facts/stored-index/items/index-items.ts';
import { partsOf } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type Market, marketKey } from '../../ports/fact.ts';
import { countDomains } from '../counting/domain-count.ts';
import { addTouched, type TouchedDomain } from '../counting/touched-domain.ts';
import type { Change, Item } from '../items/index-items.ts';
import {
  headSort,
  historyPartition,
  historyShards,
  type ItemKey,
  keywordPartition,
  runKey,
  stateSort,
  tailSort,
} from '../items/keys.ts';
import { emptyState } from '../items/keyword-state.ts';
import type { IndexTable } from '../table/index-table.ts';
import {
  type KeywordChange,
  keywordChange,
  partChange,
  readKeywords,
  type StoredKeyword,
  touchedBy,
  writeDerived,
} from './keyword-writes.ts';
import { startRun, type WriteRun } from './write-claims.ts';

/**
 * What an import replaced, keyword by keyword, so that it can be undone. Kept
 * with the first change that an import makes to a keyword; spread over a few
 * partitions, so that a large import has no hot one.
 */
interface KeptKeyword {
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

async function readKept(
  table: IndexTable,
  run: string,
  market: Market,
  keyword: string,
): Promise<StoredKeyword | undefined> {
  const item = await table.get(historyKey(run, market, keyword), true);
  return item && keptOf(item).before;
}

/** All that an import replaced, in rounds. */
async function* keptKeywords(table: IndexTable, run: string): AsyncGenerator<readonly KeptKeyword[]> {
  for (let shard = 0; shard < historyShards; shard += 1) {
    const question = { pk: historyPartition(run, shard), limit: 100, consistent: true };
    for await (const { items } of partsOf(table, question)) if (items.length > 0) yield items.map(keptOf);
  }
}

function keptOf(item: Item): KeptKeyword {
  const { sk, s, h, t } = v.parse(keptItem, item);
  const end = sk.indexOf('#');
  return {
    market: marketNamed(sk.slice(0, end)),
    keyword: sk.slice(end + 1),
    before: { record: s && readState(s), head: h, tail: t },
  };
}

export interface UndoProgress {
  /** Keywords that have what they had before. */
  readonly keywords: number;
  /** Share of the domains' counting that is done, 0-1; undefined until it begins. */
  readonly counted: number | undefined;
}

/**
 * Takes an import back. Where its state is the newest, the one before returns.
 * Where a later import has replaced it, that one's answer stays, and only what
 * it would itself go back to changes.
 */
export async function undoImport(
  table: IndexTable,
  id: string,
  clock: Clock,
  onProgress: (progress: UndoProgress) => void = () => {},
): Promise<{ readonly keywords: number }> {
  const run = await startRun(table, `undo-${id}`, clock);
  const touched = new Map<string, TouchedDomain>();
  let keywords = 0;
  for await (const kept of keptKeywords(table, id)) {
    await run.renew();
    addTouched(touched, await undoRound(table, run, id, kept));
    keywords += kept.length;
    onProgress({ keywords, counted: undefined });
    await run.nextStep()();
  }
  await countDomains(table, [...touched.values()], {
    exact: true,
    async onProgress(counted) {
      onProgress({ keywords, counted });
      await run.renew();
    },
  });
  // An import that was interrupted is over when it is undone.
  await table.change([{ remove: runKey(id) }]);
  await run.end();
  return { keywords };
}

async function undoRound(
  table: IndexTable,
  run: WriteRun,
  id: string,
  kept: readonly KeptKeyword[],
): Promise<readonly TouchedDomain[]> {
  const [stored, findIntent] = await Promise.all([readKeywords(table, kept), loadIntents()]);
  const changes: KeywordChange[] = [];
  for (const [index, keyword] of kept.entries()) {
    const now = stored[index];
    const claim = now?.record?.claim ?? '';
    if (now && (claim.startsWith(`${id}:`) || claim.startsWith(`${run.id}:`)))
      changes.push(keywordChange(returning(keyword, now), findIntent));
    else await rewriteHistory(table, id, keyword, claim);
  }
  await Promise.all(changes.map((change) => putReturned(table, change, run.claim, change.outdated)));
  await writeDerived(table, changes);
  await table.change(changes.flatMap((change) => textsReturned(kept, change)));
  await Promise.all(changes.map((change) => putReturned(table, change, claimBefore(kept, change), [])));
  await table.change(
    changes
      .filter(({ after }) => after.state === emptyState)
      .map(({ update }) => ({
        remove: { pk: keywordPartition(update.market, update.keyword), sk: stateSort },
      })),
  );
  await table.change(kept.map(({ market, keyword }) => ({ remove: historyKey(id, market, keyword) })));
  return changes.flatMap(touchedBy);
}

function returning(kept: KeptKeyword, now: StoredKeyword): Parameters<typeof keywordChange>[0] {
  const { market, keyword, before } = kept;
  return {
    update: { market, keyword },
    before: now,
    after: { state: before.record?.state ?? emptyState, texts: undefined },
    repairs: true,
  };
}

async function putReturned(
  table: IndexTable,
  change: KeywordChange,
  claim: string,
  outdated: readonly ItemKey[],
): Promise<void> {
  const { update, before, after } = change;
  const key = { pk: keywordPartition(update.market, update.keyword), sk: stateSort };
  const version = (before.record?.version ?? 0) + 1;
  await table.put(stateItemOf(key, { state: after.state, version, claim, outdated }));
}

function claimBefore(kept: readonly KeptKeyword[], { update }: KeywordChange): string {
  return keptOfUpdate(kept, update)?.before.record?.claim ?? 'none:0';
}

function textsReturned(kept: readonly KeptKeyword[], { update }: KeywordChange) {
  const pk = keywordPartition(update.market, update.keyword);
  const before = keptOfUpdate(kept, update)?.before;
  return [partChange({ pk, sk: headSort }, before?.head), partChange({ pk, sk: tailSort }, before?.tail)];
}

function keptOfUpdate(
  kept: readonly KeptKeyword[],
  update: KeywordChange['update'],
): KeptKeyword | undefined {
  return kept.find((row) => row.keyword === update.keyword && row.market === update.market);
}

/** Finds the later import that keeps this one's state as what it replaced, and gives it the older one to keep. */
async function rewriteHistory(
  table: IndexTable,
  id: string,
  { market, keyword, before }: KeptKeyword,
  newest: string,
): Promise<void> {
  let later = runOf(newest);
  const seen = new Set<string>();
  while (later !== '' && !seen.has(later)) {
    seen.add(later);
    const keptThere = await readKept(table, later, market, keyword);
    const earlier = runOf(keptThere?.record?.claim ?? '');
    if (earlier === id) {
      await table.change([{ put: keptItemOf(historyKey(later, market, keyword), before) }]);
      return;
    }
    later = earlier;
  }
}

function runOf(claim: string): string {
  return claim.slice(0, Math.max(0, claim.lastIndexOf(':')));
}

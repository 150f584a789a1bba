import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { countDomains } from '../counting/domain-count.ts';
import { addTouched, type TouchedDomain } from '../counting/touched-domain.ts';
import { headSort, type ItemKey, keywordPartition, runKey, stateSort, tailSort } from '../items/keys.ts';
import { emptyState } from '../items/keyword-state.ts';
import { stateItemOf } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import { historyKey, type KeptKeyword, keptItemOf, keptKeywords, readKept } from './import-history.ts';
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

/** How far an undoing is. */
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
  return keptOf(kept, update)?.before.record?.claim ?? 'none:0';
}

function textsReturned(kept: readonly KeptKeyword[], { update }: KeywordChange) {
  const pk = keywordPartition(update.market, update.keyword);
  const before = keptOf(kept, update)?.before;
  return [partChange({ pk, sk: headSort }, before?.head), partChange({ pk, sk: tailSort }, before?.tail)];
}

function keptOf(kept: readonly KeptKeyword[], update: KeywordChange['update']): KeptKeyword | undefined {
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

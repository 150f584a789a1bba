import type { Listing } from '#shared/contract/rows.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { createSingleSlotQueue } from '#shared/platform/single-slot-queue.ts';
import { type Market, marketKey } from '../ports/fact.ts';
import type { VersionsBefore } from './counting/count-rows.ts';
import { countDomains } from './counting/domain-count.ts';
import { addTouched, type TouchedDomain } from './counting/touched-domain.ts';
import type { IndexTableOptions } from './items/index-items.ts';
import { domainPartition, marketMarker, summarySort } from './items/keys.ts';
import type { DomainLinks } from './items/link-items.ts';
import { atMost, batchesOf } from './table/index-reads.ts';
import { createIndexTable, type IndexTable } from './table/index-table.ts';
import { keepHistory, type UndoProgress, undoImport } from './writing/import-history.ts';
import { type KeywordUpdate, listingUpdate } from './writing/keyword-update.ts';
import { claimKeywords, type KeywordChange, touchedBy, writeDerived } from './writing/keyword-writes.ts';
import { writeDomainLinks } from './writing/link-writes.ts';
import { hasInterruptedImport, liveRunPrefix, startRun } from './writing/write-claims.ts';

export interface IndexWriterOptions extends IndexTableOptions {
  readonly clock: Clock;
}

/** A long piece of writing: an import, in any number of rounds. */
export interface ImportRun {
  /**
   * Writes one round, at most a few hundred keywords, each named once; how many
   * changed, and how many domains wait to be counted. What follows from their
   * states may still be being written while the next round is claimed.
   */
  write(updates: readonly KeywordUpdate[]): Promise<{ readonly changed: number; readonly domains: number }>;
  /** Brings the summaries of all touched domains up to date and ends the run; `onShare` gets how much of it is done, 0-1. */
  end(onShare?: (share: number) => void): Promise<{ readonly domains: number }>;
}

/** Fills the stored index. Safe beside other writers, and safe to repeat after a crash. */
export interface IndexWriter {
  /** Adds a live listing; one that is older than the stored one changes nothing. Returns whether anything changed. */
  writeListing(listing: Listing, market: Market, source: string): Promise<boolean>;
  /** Adds live listings that another table of the index has; their places were compared there. */
  carryOver(updates: readonly KeywordUpdate[]): Promise<{ readonly changed: number }>;
  /** Replaces what is known about the links to a domain, unless something newer is. */
  writeLinks(links: readonly DomainLinks[]): Promise<void>;
  /** Starts an import, or takes up one of the same id that was interrupted. What it replaces is kept for `undo`. */
  startImport(id: string): Promise<ImportRun>;
  /** Undoes one import: what it replaced is restored, unless later imports replaced it again. Returns the number of keywords. */
  undo(id: string, onProgress?: (progress: UndoProgress) => void): Promise<{ readonly keywords: number }>;
}

/** Keywords of a round are claimed in parts, so that one is prepared while the database works on another. */
const keywordsInSlice = 100;
const slicesAtOnce = 3;
/** Domains, and changed listings of them, that wait to be counted; more are counted in between, so that memory stays bounded. */
const mostWaiting = 20_000;
const mostListingsWaiting = 400_000;

export function createIndexWriter({ clock, ...options }: IndexWriterOptions): IndexWriter {
  const table = createIndexTable(options);
  const marked = new Set<string>();
  const mark = (updates: readonly KeywordUpdate[]) => markMarkets(table, updates, marked);
  const open = (id: string, options: Omit<RunOptions, 'mark'>) =>
    openRun(table, id, clock, { ...options, mark });
  const grow = async (updates: readonly KeywordUpdate[]) => {
    const changes: KeywordChange[] = [];
    const onChanges = (found: readonly KeywordChange[]) => void changes.push(...found);
    const run = await open(newId(liveRunPrefix), { keepsHistory: false, exact: false, onChanges });
    await run.write(updates);
    await run.end();
    return changes;
  };
  return {
    async writeListing(listing, market, source) {
      const update = listingUpdate(listing, market, source);
      const changes = await grow([update]);
      // Loaded with the first live listing: imports have no use for it.
      const { countStability } = await import('./writing/count-stability.ts');
      await countStability(table, changes);
      return changes.length > 0;
    },
    carryOver: async (updates) => ({ changed: updates.length > 0 ? (await grow(updates)).length : 0 }),
    writeLinks: (links) => writeDomainLinks(table, links),
    startImport: (id) => open(id, { keepsHistory: true, exact: true }),
    undo: (id, onProgress) => undoImport(table, id, clock, onProgress),
  };
}

/** Says once for each market that the index holds something of it. */
async function markMarkets(
  table: IndexTable,
  updates: readonly KeywordUpdate[],
  marked: Set<string>,
): Promise<void> {
  const markets = new Map(updates.map(({ market }) => [marketKey(market), market]));
  const open = [...markets].filter(([key]) => !marked.has(key));
  await table.change(open.map(([, market]) => ({ put: { ...marketMarker(market) } })));
  for (const [key] of open) marked.add(key);
}

interface RunOptions {
  readonly keepsHistory: boolean;
  /** Whether large domains are counted too, however few of their keywords changed. */
  readonly exact: boolean;
  mark(updates: readonly KeywordUpdate[]): Promise<void>;
  readonly onChanges?: (changes: readonly KeywordChange[]) => void;
}

async function openRun(
  table: IndexTable,
  id: string,
  clock: Clock,
  { keepsHistory, exact, mark, onChanges }: RunOptions,
): Promise<ImportRun> {
  const run = await startRun(table, id, clock);
  const countsChanges = exact && !run.isResumed && !(await hasInterruptedImport(table, id, clock));
  const versions = countsChanges ? createVersionsBefore(table) : undefined;
  const waiting = new Map<string, TouchedDomain>();
  const rows = createSingleSlotQueue();
  let rowsOf: ReadonlySet<string> = new Set();
  let counted = 0;
  let listingsWaiting = 0;
  const count = async (onShare?: (share: number) => void) => {
    await rows.done();
    const domains = [...waiting.values()];
    waiting.clear();
    listingsWaiting = 0;
    counted += domains.length;
    await countDomains(table, domains, {
      exact,
      versions: versions?.take(),
      async onProgress(share) {
        // Told at once: calls that wait for the lease would come in another order.
        onShare?.(share);
        await run.renew();
      },
    });
  };
  return {
    async write(updates) {
      const keywords = new Set(updates.map(({ market, keyword }) => `${marketKey(market)} ${keyword}`));
      // A claim names the rows that the state before it leaves outdated, and none that an earlier one left.
      if (!keywords.isDisjointFrom(rowsOf)) await rows.done();
      await mark(updates);
      const touchedByChange = new Map<KeywordChange, readonly TouchedDomain[]>();
      const touchedOf = (change: KeywordChange) => touchedByChange.get(change) ?? [];
      const claimed = await atMost(slicesAtOnce, batchesOf(updates, keywordsInSlice), (slice) =>
        claimKeywords(table, run, slice, {
          clock,
          onPlanned: async (planned) => {
            for (const change of planned) touchedByChange.set(change, touchedBy(change));
            await Promise.all([
              versions?.note(planned.flatMap(touchedOf)),
              keepsHistory ? keepHistory(table, id, planned) : undefined,
            ]);
          },
        }),
      );
      const changes = claimed.flat();
      const touched = changes.flatMap(touchedOf);
      // A single listing's step stays open until its domains are counted too; an import counts at its end.
      const stepDone = keepsHistory ? run.nextStep() : undefined;
      await rows.start(async () => {
        await writeDerived(table, changes);
        await stepDone?.();
      });
      rowsOf = keywords;
      onChanges?.(changes);
      addTouched(waiting, touched);
      listingsWaiting += touched.length;
      if (waiting.size > mostWaiting || listingsWaiting > mostListingsWaiting) await count();
      return { changed: changes.length, domains: waiting.size };
    },
    async end(onShare) {
      await count(onShare);
      await run.end();
      return { domains: counted };
    },
  };
}

/**
 * The versions that summaries have before a run changes the first row of their
 * domains. One that is the same when the run counts was made without any of
 * the run's rows, so that its changes are still to be added.
 */
export function createVersionsBefore(table: IndexTable) {
  let versions = new Map<string, number>();
  return {
    /** Called with what will change, before it is written. */
    async note(touched: readonly TouchedDomain[]): Promise<void> {
      const changing = touched.filter(({ rowsChanged, rows }) => rowsChanged && rows);
      const partitions = new Set(changing.map(({ market, domain }) => domainPartition(market, domain)));
      const open = [...partitions].filter((pk) => !versions.has(pk));
      const items = await table.getMany(
        open.map((pk) => ({ pk, sk: summarySort })),
        true,
        ['v'],
      );
      // Parts of a round are noted at once: the version that was seen first counts.
      for (const [index, pk] of open.entries())
        if (!versions.has(pk)) versions.set(pk, Number(items[index]?.v ?? 0));
    },
    /** All that were noted; what changes from now on is noted anew. */
    take(): VersionsBefore {
      const taken = versions;
      versions = new Map();
      return taken;
    },
  };
}

import { atMost, batchesOf } from '../table/index-reads.ts';
import type { IndexTable } from '../table/index-table.ts';
import {
  countByChanges,
  countDomain,
  type HeadWrite,
  headWrite,
  type VersionsBefore,
  writeHeads,
} from './count-rows.ts';
import type { Counted } from './counted-head.ts';
import { createRivalLists, type RivalLists } from './domain-rivals.ts';
import { besideOvertaken, type TouchedDomain } from './touched-domain.ts';

const domainsAtOnce = 8;
/** Heads read in one go where domains are counted by their changes: five items each, a hundred to a request. */
const headsRead = 20;
const readsAtOnce = 2;
const countAttempts = 20;
/** Of the time that it takes, about so much goes into counting; the rest into rivals and heads. */
const countingShare = 0.4;
/** Heads written in one go, about one commit; meanwhile the next are made. Those of large sites take a moment each. */
const headsAtOnce = 25;
const batchesAtOnce = 2;

export interface CountOptions {
  /** Count every domain at once, as after an import, however large. */
  readonly exact: boolean;
  /** For an exact count by changes; all rows are read where not given. */
  readonly versions?: VersionsBefore | undefined;
  /** Called before every domain, every read of rows and every batch of heads, with the share that is done, 0-1; keeps the writer's run alive. */
  readonly onProgress?: ((share: number) => Promise<void>) | undefined;
}

/**
 * Brings the summaries of domains up to date. Where the run knows all that it
 * changed, and no other has written the summary since, the changes are added to
 * it; else all rows are counted again. Either is written only if no other run
 * has written the summary meanwhile, and what was overtaken is counted again by
 * its rows, so that no change counts twice and a repeated count does no harm.
 * All are counted before the first is written, so that each list of rivals is
 * made from what the rivals have now; where a head was overtaken, the domains
 * beside it are counted once more too.
 */
export async function countDomains(
  table: IndexTable,
  touched: readonly TouchedDomain[],
  given: CountOptions,
): Promise<void> {
  const options = { ...given, onProgress: neverBack(given.onProgress) };
  const rivals = createRivalLists(table);
  let open = touched;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === countAttempts) throw new Error('A domain changed too often to be counted.');
    // What was overtaken is counted by its rows.
    const found = await countAll(table, open, attempt === 0 ? options : { ...options, versions: undefined });
    rivals.forget();
    rememberAll(rivals, found);
    const overtaken = await writeAll(table, found, { ...options, rivals });
    open = besideOvertaken(touched, overtaken);
  }
}

/** What was overtaken is counted once more, from its start. */
function neverBack(onProgress: CountOptions['onProgress']): CountOptions['onProgress'] {
  let furthest = 0;
  return (
    onProgress &&
    ((share) => {
      furthest = Math.max(furthest, share);
      return onProgress(furthest);
    })
  );
}

function rememberAll(rivals: RivalLists, found: readonly (Counted | HeadWrite)[]): void {
  for (const count of found)
    if ('summary' in count) rivals.remember(count.touched, count.summary, count.keywords);
}

/** Writes what was counted, and tells whose heads were overtaken. */
async function writeAll(
  table: IndexTable,
  found: readonly (Counted | HeadWrite)[],
  { exact, rivals, onProgress }: CountOptions & { readonly rivals: RivalLists },
): Promise<readonly TouchedDomain[]> {
  let begun = 0;
  const overtaken = await atMost(batchesAtOnce, batchesOf(found, headsAtOnce), async (batch) => {
    await onProgress?.(countingShare + (1 - countingShare) * (begun / found.length));
    begun += batch.length;
    return writeHeads(table, await headWrites(batch, exact, rivals));
  });
  return overtaken.flat();
}

async function countAll(
  table: IndexTable,
  open: readonly TouchedDomain[],
  { exact, versions, onProgress }: CountOptions,
): Promise<readonly (Counted | HeadWrite)[]> {
  let begun = 0;
  const show = async () => onProgress?.(countingShare * (begun / open.length));
  const onDomain = async () => {
    await show();
    begun += 1;
  };
  const watched = watchedTable(table, show);
  if (!versions)
    return atMost(domainsAtOnce, open, async (domain) => {
      await onDomain();
      return countDomain(watched, domain, exact);
    });
  const counts = await atMost(readsAtOnce, batchesOf(open, headsRead), (batch) =>
    countByChanges(watched, batch, { versions, onDomain }),
  );
  return counts.flat();
}

/** The rows of one large site are read for longer than a writer may be silent. */
function watchedTable(table: IndexTable, onRead: () => Promise<void>): IndexTable {
  return {
    ...table,
    async range(question) {
      await onRead();
      return table.range(question);
    },
  };
}

async function headWrites(
  counts: readonly (Counted | HeadWrite)[],
  exact: boolean,
  lists: RivalLists,
): Promise<readonly HeadWrite[]> {
  const moved = counts
    .filter((count) => 'summary' in count)
    .filter((count) => exact || rivalsMayDiffer(count));
  const made = await lists.packed(
    moved.map(({ touched, summary, keywords, known }) => ({
      touched,
      summary,
      keywords,
      known: known.rivals,
    })),
  );
  const madeFor = new Map(moved.map((count, index) => [count, made[index]]));
  return counts.map((count) =>
    'summary' in count ? headWrite(count, madeFor.get(count) ?? count.known.rivals) : count,
  );
}

/**
 * A live listing in which no position changed leaves the rivals' totals as they were: to
 * write the whole list for them would double its cost.
 */
function rivalsMayDiffer({ known, touched }: Counted): boolean {
  return known.rivals === undefined || touched.changed.size > 0;
}

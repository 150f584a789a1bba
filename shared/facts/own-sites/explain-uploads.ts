import { daysOf } from '../ports/own-sites.ts';
import type { AskedChange, ExplainAnswer } from '../ports/site-performance.ts';
import type { Cell, Counts } from '../statistics/compared-cells.ts';
import { dispersionOf } from '../statistics/explain-change.ts';
import type { IndexReader } from '../stored-index/table/index-reads.ts';
import { newestHeads } from './console-heads.ts';
import type { ConsoleHead, StoredQuery } from './console-items.ts';
import { readHeads, readQueries, readTotals } from './console-reads.ts';
import { cutAt } from './console-row.ts';
import { cellsOf, explainedParts } from './explained-cells.ts';

/**
 * Explains the change between two uploaded exports of a site, the newest and the
 * newest before it that is of the same; or between the two periods of one export
 * that compares. By queries alone: exports do not join them with pages whole.
 * Undefined where there are no two periods.
 */
export async function explainUploads(
  table: IndexReader,
  accountId: string,
  site: string,
  asked: AskedChange,
): Promise<ExplainAnswer | undefined> {
  const heads = newestHeads((await readHeads(table, accountId)).filter((head) => head.site === site));
  const now = heads.find(({ queries }) => queries > 0);
  if (!now) return undefined;
  if (Object.values(asked).some((value) => value !== undefined))
    return {
      fault: {
        name: asked.scope ? 'scope' : 'from',
        message: `${site} is known from uploaded exports, whose periods are their own. Send the site alone, or connect Search Console for any period.`,
      },
    };
  const earlier = await earlierOf(table, accountId, now, heads);
  if (!earlier) return undefined;
  const rows = await readQueries(table, accountId, now.import_id);
  const days = (await readTotals(table, accountId, now.import_id))?.days ?? [];
  const isCut = [rows, earlier.rows].some(({ length }) => cutAt(length) !== undefined);
  const cells = cellsOf(countsOf(earlier.rows), countsOf(rows), (query) => ({ query, page: null }));
  const isKnown = ({ before, after }: Cell) => !isCut || (before.impressions > 0 && after.impressions > 0);
  return {
    connectionId: `import:${now.import_id}`,
    period: { from: now.from, to: now.to },
    compared_with: { from: earlier.from, to: earlier.to },
    explained_by: 'uploads',
    ...explainedParts({
      clicks: { before: earlier.clicks, after: earlier.isOfOne ? clicksOf(rows) : now.clicks },
      cells: cells.filter(isKnown),
      dispersion: dispersionOf(days.map((day) => day.clicks)),
      ownNames: now.names.own_names,
    }),
    notes: notesOf(isCut, earlier.isOfOne || daysOf(earlier) === daysOf(now)),
  };
}

/** The earlier of two periods of one export, else the newest export before it of the same. */
async function earlierOf(
  table: IndexReader,
  accountId: string,
  now: ConsoleHead,
  heads: readonly ConsoleHead[],
) {
  const compared = await readQueries(table, accountId, now.import_id, 'r');
  if (compared.length > 0)
    return { rows: compared, clicks: clicksOf(compared), from: null, to: null, isOfOne: true };
  const before = heads.find((head) => isBefore(head, now));
  if (!before) return undefined;
  const rows = await readQueries(table, accountId, before.import_id);
  const { clicks, from, to } = before;
  return { rows, clicks, from, to, isOfOne: false };
}

function notesOf(isCut: boolean, isEqual: boolean): string[] {
  return [
    'From uploaded exports: by query, without pages and without the season.',
    ...(isCut
      ? ['A list is cut off: queries that only one period lists count as withheld, and not as new or gone.']
      : []),
    ...(isEqual ? [] : ['The periods are not equally long: the difference is in demand.']),
  ];
}

function isBefore(head: ConsoleHead, now: ConsoleHead): boolean {
  const keyOf = ({ search_type, country, device, filters }: ConsoleHead) =>
    JSON.stringify([search_type, country, device, filters]);
  return (
    head.queries > 0 &&
    head.to !== null &&
    now.from !== null &&
    head.to < now.from &&
    keyOf(head) === keyOf(now)
  );
}

const clicksOf = (rows: readonly StoredQuery[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);

const countsOf = (rows: readonly StoredQuery[]): ReadonlyMap<string, Counts> =>
  new Map(
    rows.map(({ query, clicks, impressions, position }) => [
      query,
      { clicks, impressions, position: position ?? 1 },
    ]),
  );

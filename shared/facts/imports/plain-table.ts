import { countOf, difficultyOf, dollarsOf, intentOf, keywordOf, levelOf, secondsOf } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { hasMetrics, type ImportRecord, noMetrics } from './import-record.ts';
import {
  blank,
  hasAll,
  hasAny,
  type IndexRow,
  noPosition,
  placed,
  type RowContext,
  rankOf,
  skipped,
} from './rank-cells.ts';

const volumeNames = [
  'volume',
  'monthly_volume',
  'search volume',
  'search_volume',
  'avg. monthly searches',
  'avg_monthly_searches',
] as const;

/** The plain table, whose members JSON rows have too. */
export const plainTable = {
  name: 'plain-csv',
  gives: 'index',
  matches: (columns: readonly string[]) =>
    hasAll(columns, 'keyword') && hasAny(columns, 'position', 'cpc', ...volumeNames),
  read(row: CsvRow, { domain }: RowContext): IndexRow {
    const metrics = {
      ...noMetrics,
      volume: countOf(row.cell(...volumeNames)),
      cpc: dollarsOf(row.cell('cpc', 'cpc_usd')),
      level: levelOf(row.cell('competition_level', 'competition')),
      difficulty: difficultyOf(row.cell('difficulty', 'kd')),
      intent: intentOf(row.cell('intent')),
    };
    const at = secondsOf(row.cell('observed_at', 'date', 'fetched_at'));
    const place = { location: blank(row.cell('location')), language: blank(row.cell('language')) };
    const keyword = keywordOf(row.cell('keyword'));
    if (!row.columns.includes('position') && !hasMetrics(metrics)) return skipped(row, noPosition);
    if (!row.columns.includes('position'))
      return { kind: 'metrics', line: row.line, keyword, metrics, at, ...place };
    const rank = rankOf(row, { keyword, url: row.cell('url'), isOneSite: false, metrics }, domain);
    return placed(rank, { at, ...place });
  },
} as const;

/** A plain JSON row: the members of the plain table under the same names. */
export function plainRow(value: Readonly<Record<string, unknown>>, line: number): ImportRecord {
  return plainTable.read(memberRow(value, line), { domain: undefined });
}

/** The members of a JSON row as a table's row has its cells. */
export function memberRow(value: Readonly<Record<string, unknown>>, line: number): CsvRow {
  const cells = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cellText(cell)]));
  return {
    kind: 'row',
    line,
    columns: [...cells.keys()],
    cell: (...names) => cells.get(names.find((name) => cells.has(name)) ?? ''),
  };
}

function cellText(cell: unknown): string | undefined {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : undefined;
}

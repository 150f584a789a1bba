import type { MonthVolume } from '#shared/contract/rows.ts';
import { countOf } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Twelve shares of the year's best month (`0.52,0.66,1.00,…`), as Semrush
 * gives them, as searches a month: they have the keyword's volume as their
 * mean. The last is the month before the row was seen. Empty where the row
 * does not say when that was, or no volume is known.
 */
export function trendOfCell(
  cell: string | undefined,
  volume: number | null,
  at: number | undefined,
): MonthVolume[] {
  const shares = (cell ?? '').split(/[,;]/u).map((part) => Number(part.trim() || Number.NaN));
  const isWhole = shares.length === 12 && shares.every((share) => share >= 0 && share <= 100);
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!isWhole || volume === null || at === undefined || sum === 0) return [];
  const seen = new Date(at * 1000);
  return shares.map((share, index) => {
    const month = new Date(Date.UTC(seen.getUTCFullYear(), seen.getUTCMonth() - 12 + index, 1));
    return { month: month.toISOString().slice(0, 7), volume: Math.round((volume * 12 * share) / sum) };
  });
}

/** Columns such as `Searches: Nov 2025`, oldest first. */
export function monthColumns(row: CsvRow): MonthVolume[] {
  return row.columns
    .flatMap((name): MonthVolume[] => {
      const parts = /^searches: (\p{L}{3})\p{L}* (\d{4})$/u.exec(name);
      const month = monthNames.indexOf(parts?.[1] ?? '') + 1;
      if (month === 0) return [];
      const volume = countOf(row.cell(name));
      return [{ month: `${parts?.[2]}-${String(month).padStart(2, '0')}`, volume }];
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-24);
}

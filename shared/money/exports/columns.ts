import { isoTime } from '#shared/platform/clock.ts';
import { csvCell, csvLine } from '#shared/platform/csv.ts';

/**
 * What a column holds. `usd` is micro-dollars in whole numbers until a file is
 * written, `time` and `second` milliseconds since 1970; a `second` is written
 * without its fraction.
 */
export type ColumnKind = 'text' | 'whole' | 'usd' | 'time' | 'second' | 'flag';

type Value = string | number | boolean | null;

/** One column of an export: the same name, order and meaning in CSV, in Parquet and in the query engine's table. */
export interface Column<Row> {
  readonly name: string;
  readonly kind: ColumnKind;
  of(row: Row): Value;
}

/** Makes the columns of a row, by what they hold. */
export function columnsOf<Row>() {
  const ofKind =
    (kind: ColumnKind) =>
    (name: string, of: Column<Row>['of']): Column<Row> => ({ name, kind, of });
  return {
    text: ofKind('text'),
    whole: ofKind('whole'),
    usd: ofKind('usd'),
    time: ofKind('time'),
    second: ofKind('second'),
    flag: ofKind('flag'),
  };
}

const microPerUsd = 1_000_000;

/** Dollars as the shortest decimal that is exactly the micro-dollars: exact up to nine billion dollars. */
export function usdOf(microUsd: number): number {
  return microUsd / microPerUsd;
}

/** Micro-dollars of dollars that `usdOf` made. */
export function microUsdOf(usd: number): number {
  return Math.round(usd * microPerUsd);
}

export function csvHeader<Row>(columns: readonly Column<Row>[]): string {
  return csvLine(columns.map(({ name }) => name));
}

export function csvRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  let line = '';
  for (const [index, column] of columns.entries())
    line += (index > 0 ? ',' : '') + csvCell(csvValue(column.kind, column.of(row)));
  return `${line}\r\n`;
}

function csvValue(kind: ColumnKind, value: Value): Value {
  if (typeof value !== 'number') return value;
  if (kind === 'usd') return usdOf(value);
  if (kind === 'second') return isoTime(value).replace(/\.\d+Z$/u, 'Z');
  return kind === 'time' ? isoTime(value) : value;
}

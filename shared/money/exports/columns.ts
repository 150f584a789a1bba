import { isoTime } from '#shared/platform/clock.ts';
import { csvCell, csvLine } from '#shared/platform/csv.ts';
import type { UsageItem } from '../usage/usage-item.ts';

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

export interface UsageRow {
  readonly item: UsageItem;
  /** The day whose files were closed before this call was decided; null for a call of the file's own day. */
  readonly adjustmentOf: string | null;
}

const { text, whole, usd, time, flag } = columnsOf<UsageRow>();

/** The fields of `GET /v1/me/usage` by the same names, what of the cost is estimated, who decided the charge, and which day an adjustment is of. */
export const usageColumns: readonly Column<UsageRow>[] = [
  text('account_id', ({ item }) => item.account_id),
  text('id', ({ item }) => item.id),
  time('created_at', ({ item }) => Date.parse(item.created_at)),
  text('tool', ({ item }) => item.tool),
  text('endpoint', ({ item }) => item.endpoint),
  text('method', ({ item }) => item.method),
  text('request_id', ({ item }) => item.request_id),
  text('credential_id', ({ item }) => item.credential_id),
  text('auth_source', ({ item }) => item.auth_source),
  whole('status_code', ({ item }) => item.status_code),
  whole('response_time_ms', ({ item }) => Math.round(item.response_time_ms)),
  whole('request_bytes', ({ item }) => item.request_bytes),
  whole('response_bytes', ({ item }) => item.response_bytes),
  whole('credits_charged', ({ item }) => item.credits_charged),
  usd('upstream_cost_usd', ({ item }) => Math.round(item.upstream_cost_micro_usd)),
  usd('upstream_estimated_usd', ({ item }) => Math.round(item.upstream_estimated_micro_usd ?? 0)),
  flag('cache_hit', ({ item }) => item.cache_hit),
  text('error_type', ({ item }) => item.error_type),
  text('error_message', ({ item }) => item.error_message),
  text('decision', ({ item }) => item.decision),
  text('decided_by', ({ item }) => item.by),
  text('adjustment_of', (row) => row.adjustmentOf),
  whole('calls', ({ item }) => item.calls ?? 1),
];

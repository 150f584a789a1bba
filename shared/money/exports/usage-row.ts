import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import { type Column, columnsOf } from './columns.ts';

/** A usage record in an export. */
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

import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Column } from './columns.ts';

/** A usage record in an export. */
export interface UsageRow {
  readonly item: UsageItem;
  /** The day whose files were closed before this call was decided; null for a call of the file's own day. */
  readonly adjustmentOf: string | null;
}

/** The fields of `GET /v1/me/usage` by the same names, what of the cost is estimated, who decided the charge, and which day an adjustment is of. */
export const usageColumns: readonly Column<UsageRow>[] = [
  { name: 'account_id', kind: 'text', of: ({ item }) => item.account_id },
  { name: 'id', kind: 'text', of: ({ item }) => item.id },
  { name: 'created_at', kind: 'time', of: ({ item }) => Date.parse(item.created_at) },
  { name: 'tool', kind: 'text', of: ({ item }) => item.tool },
  { name: 'endpoint', kind: 'text', of: ({ item }) => item.endpoint },
  { name: 'method', kind: 'text', of: ({ item }) => item.method },
  { name: 'request_id', kind: 'text', of: ({ item }) => item.request_id },
  { name: 'credential_id', kind: 'text', of: ({ item }) => item.credential_id },
  { name: 'auth_source', kind: 'text', of: ({ item }) => item.auth_source },
  { name: 'status_code', kind: 'whole', of: ({ item }) => item.status_code },
  { name: 'response_time_ms', kind: 'whole', of: ({ item }) => Math.round(item.response_time_ms) },
  { name: 'request_bytes', kind: 'whole', of: ({ item }) => item.request_bytes },
  { name: 'response_bytes', kind: 'whole', of: ({ item }) => item.response_bytes },
  { name: 'credits_charged', kind: 'whole', of: ({ item }) => item.credits_charged },
  { name: 'upstream_cost_usd', kind: 'usd', of: ({ item }) => Math.round(item.upstream_cost_micro_usd) },
  {
    name: 'upstream_estimated_usd',
    kind: 'usd',
    of: ({ item }) => Math.round(item.upstream_estimated_micro_usd ?? 0),
  },
  { name: 'cache_hit', kind: 'flag', of: ({ item }) => item.cache_hit },
  { name: 'error_type', kind: 'text', of: ({ item }) => item.error_type },
  { name: 'error_message', kind: 'text', of: ({ item }) => item.error_message },
  { name: 'decision', kind: 'text', of: ({ item }) => item.decision },
  { name: 'decided_by', kind: 'text', of: ({ item }) => item.by },
  { name: 'adjustment_of', kind: 'text', of: (row) => row.adjustmentOf },
];

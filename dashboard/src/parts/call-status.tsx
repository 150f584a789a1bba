import { Badge } from '@mantine/core';
import type { UsageRecord } from '../api/schema.ts';
import { words } from '../format.ts';

/** `200`, or the status with what went wrong. */
export function CallStatus({ record }: { readonly record: UsageRecord }) {
  if (!record.error_type) return <Badge color="glass">{record.status_code}</Badge>;
  return (
    <Badge color={record.status_code >= 500 ? 'red' : 'yellow'}>
      {record.status_code} · {words(record.error_type).toLowerCase()}
    </Badge>
  );
}

/** What was called, in words: the tool, or the endpoint. */
export function callName(record: Pick<UsageRecord, 'tool' | 'method' | 'endpoint'>): string {
  return record.tool ? words(record.tool) : `${record.method} ${record.endpoint}`;
}

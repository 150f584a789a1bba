import type { UsageRecord } from '../../api/schema.ts';
import { askedText } from '../../asked-text.ts';
import { dateTime, duration, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { CallerName } from './caller-name.tsx';

interface CallTableProps {
  readonly records: readonly UsageRecord[];
  readonly onOpen: (record: UsageRecord) => void;
}

const columns: readonly Column<UsageRecord>[] = [
  { header: 'Call', width: 180, value: callName },
  { header: 'About', width: 200, value: ({ arguments: asked }) => askedText(asked), isQuiet: true },
  {
    header: 'Status',
    width: 166,
    value: ({ status_code }) => status_code,
    cell: (record) => <CallStatus record={record} />,
  },
  {
    header: 'By',
    width: 120,
    value: ({ credential_id }) => credential_id,
    cell: (record) => <CallerName {...record} />,
    isMinor: true,
  },
  { header: 'Credits', value: ({ credits_charged }) => credits_charged, isNumber: true },
  {
    header: 'Took',
    width: 80,
    value: ({ response_time_ms }) => response_time_ms,
    cell: ({ response_time_ms }) => duration(response_time_ms),
    isNumber: true,
    isMinor: true,
  },
  {
    header: `When (${zoneName()})`,
    width: 164,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => dateTime(created_at),
    isNumber: true,
  },
];

/** Calls as the log has them; the service narrows them, so that all that fit are found. */
export function CallTable({ records, onOpen }: CallTableProps) {
  return <Grid label="Calls" isPlain rows={records} columns={columns} onOpen={onOpen} />;
}

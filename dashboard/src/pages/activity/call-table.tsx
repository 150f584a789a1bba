import { Table, Text, UnstyledButton } from '@mantine/core';
import type { UsageRecord } from '../../api/schema.ts';
import { dateTime, duration, number } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { sourceName } from './source-name.ts';

interface CallTableProps {
  readonly records: readonly UsageRecord[];
  readonly onOpen: (record: UsageRecord) => void;
}

export function CallTable({ records, onOpen }: CallTableProps) {
  return (
    <ScrollTable label="Calls" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Call</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>By</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th ta="right">Time</Table.Th>
          <Table.Th ta="right">When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={record.id} data-clickable onClick={() => onOpen(record)}>
            <Table.Td>
              <UnstyledButton fz="sm" fw={550} onClick={() => onOpen(record)}>
                {callName(record)}
              </UnstyledButton>
            </Table.Td>
            <Table.Td>
              <CallStatus record={record} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="dimmed">
                {sourceName(record.auth_source)}
              </Text>
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {number(record.credits_charged)}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {duration(record.response_time_ms)}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              <Text size="sm" c="dimmed" span>
                {dateTime(record.created_at)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

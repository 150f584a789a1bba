import { Table, Text, UnstyledButton } from '@mantine/core';
import type { UsageRecord } from '../../api/schema.ts';
import { askedText } from '../../asked-text.ts';
import { dateTime, duration, number, zoneName } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import classes from './call-table.module.css';
import { CallerName } from './caller-name.tsx';

interface CallTableProps {
  readonly records: readonly UsageRecord[];
  readonly onOpen: (record: UsageRecord) => void;
}

export function CallTable({ records, onOpen }: CallTableProps) {
  return (
    <ScrollTable label="Calls">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Call</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th visibleFrom="sm">By</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Took
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            When ({zoneName()})
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={record.id} data-clickable onClick={() => onOpen(record)}>
            <Table.Td>
              <UnstyledButton fz="sm" fw={550} onClick={() => onOpen(record)}>
                {callName(record)}
              </UnstyledButton>
              <div className={classes.asked}>
                <bdi>{askedText(record.arguments)}</bdi>
              </div>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {dateTime(record.created_at)}
              </Text>
            </Table.Td>
            <Table.Td>
              <CallStatus record={record} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed" lineClamp={1}>
                <CallerName {...record} />
              </Text>
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {number(record.credits_charged)}
            </Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
              {duration(record.response_time_ms)}
            </Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
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

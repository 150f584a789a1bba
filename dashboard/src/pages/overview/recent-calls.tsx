import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { askedText } from '../../asked-text.ts';
import { ago, credits, duration } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { Link } from '../../router.tsx';
import { latestCalls } from './latest-calls.ts';

/** The latest tool calls; nothing where there are none. */
export function RecentCalls() {
  const { data } = useQuery(queries.usagePage(latestCalls));
  if (!data || data.records.length === 0) return null;
  return (
    <Section
      title="Latest calls"
      actions={
        <Anchor underline="hover" component={Link} href="/activity" size="sm">
          All activity
        </Anchor>
      }
    >
      <ScrollTable label="Latest calls">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Call</Table.Th>
            <Table.Th visibleFrom="sm">About</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Took
            </Table.Th>
            <Table.Th ta="right">Charged</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              When
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.records.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {callName(record)}
                </Text>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {ago(record.created_at)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" c="dimmed" lineClamp={1}>
                  <bdi>{askedText(record.arguments)}</bdi>
                </Text>
              </Table.Td>
              <Table.Td>
                <CallStatus record={record} />
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                <Text size="sm">{duration(record.response_time_ms)}</Text>
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                <Text size="sm">{credits(record.credits_charged)}</Text>
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                <Text size="sm" c="dimmed">
                  {ago(record.created_at)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Section>
  );
}

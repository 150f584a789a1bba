import { Anchor, Table, Text } from '@mantine/core';
import type { UsageRecord } from '../../api/schema.ts';
import { ago, duration, number } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { Link } from '../../router.tsx';

const shownCalls = 6;

/** The latest tool calls; nothing where there are none. */
export function RecentCalls({ records }: { readonly records: readonly UsageRecord[] }) {
  const latest = records.filter((record) => record.tool !== null).slice(0, shownCalls);
  if (latest.length === 0) return null;
  return (
    <Section
      title="Latest calls"
      actions={
        <Anchor underline="hover" component={Link} href="/activity" size="sm">
          All activity
        </Anchor>
      }
    >
      <ScrollTable label="Latest calls" minWidth={520}>
        <Table.Tbody>
          {latest.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {callName(record)}
                </Text>
              </Table.Td>
              <Table.Td>
                <CallStatus record={record} />
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                <Text size="sm">{duration(record.response_time_ms)}</Text>
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                <Text size="sm">{number(record.credits_charged)} cr</Text>
              </Table.Td>
              <Table.Td ta="right">
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

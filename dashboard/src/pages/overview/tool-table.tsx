import { Table, Text } from '@mantine/core';
import type { UsageSummary } from '../../api/schema.ts';
import { duration, number, percent, words } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';

/** Each tool with what it cost, how often it failed and how long it took; nothing where none was called. */
export function ToolTable({ tools }: Pick<UsageSummary, 'tools'>) {
  if (tools.length === 0) return null;
  return (
    <Section title="By tool">
      <ScrollTable label="By tool">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Tool</Table.Th>
            <Table.Th ta="right">Calls</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Failed
            </Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Typical
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Slowest 5%
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tools.map(({ tool, calls, failed, credits_charged, response_time_ms }) => (
            <Table.Tr key={tool}>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {words(tool)}
                </Text>
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(calls)}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                {failed === 0 ? '0' : `${number(failed)} (${percent(failed / calls)})`}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(credits_charged)}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                {duration(response_time_ms?.median)}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                {duration(response_time_ms?.p95)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Section>
  );
}

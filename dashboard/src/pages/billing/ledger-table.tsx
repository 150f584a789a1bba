import { Table, Text } from '@mantine/core';
import type { LedgerLine } from '../../api/schema.ts';
import { dateTime, money, number, zoneName } from '../../format.ts';
import { BillingIcon } from '../../parts/icons.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { EmptyState } from '../../parts/states.tsx';

const kinds: Readonly<Record<LedgerLine['kind'], string>> = {
  grant: 'Granted',
  purchase: 'Bought',
  refund: 'Refunded',
  dispute: 'Disputed',
  adjustment: 'Adjusted',
};

/** Grants, purchases and what was taken back, newest first. */
export function LedgerTable({ lines }: { readonly lines: readonly LedgerLine[] }) {
  if (lines.length === 0)
    return (
      <EmptyState icon={<BillingIcon />} title="No entries yet">
        Credits you buy or are given will be listed here.
      </EmptyState>
    );
  return (
    <ScrollTable label="Ledger">
      <Table.Thead>
        <Table.Tr>
          <Table.Th visibleFrom="sm">When ({zoneName()})</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Amount
          </Table.Th>
          <Table.Th ta="right">Balance after</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td className="numeric" visibleFrom="sm">
              <Text size="sm" c="dimmed" span>
                {dateTime(line.created_at)}
              </Text>
            </Table.Td>
            <Table.Td>
              {kinds[line.kind]}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {dateTime(line.created_at)}
              </Text>
              {line.note ? (
                <Text size="xs" c="dimmed">
                  {line.note}
                </Text>
              ) : null}
            </Table.Td>
            <Table.Td ta="right" className="numeric" fw={550}>
              {line.credits > 0 ? '+' : '−'}
              {number(Math.abs(line.credits))}
            </Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
              {money(line.amount_usd)}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {number(line.balance_after)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

import { Anchor, Badge, Table, Text } from '@mantine/core';
import type { Order } from '../../api/schema.ts';
import { date, money, number } from '../../format.ts';
import { ReceiptIcon } from '../../parts/icons.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';

/** Purchases with their receipts. Unfinished checkouts are left out. */
export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  const shown = orders.filter((order) => order.status === 'paid');
  if (shown.length === 0)
    return (
      <EmptyState icon={<ReceiptIcon />} title="No orders yet">
        Each purchase and its receipt will be here.
      </EmptyState>
    );
  return (
    <ScrollTable label="Orders">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Date</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Credits
          </Table.Th>
          <Table.Th ta="right">Paid</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Receipt or invoice</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((order) => (
          <Table.Tr key={order.id}>
            <Table.Td>{date(order.paid_at)}</Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
              {number(order.credits)}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {money(order.amount_usd)}
            </Table.Td>
            <Table.Td>
              <OrderStatus order={order} />
            </Table.Td>
            <Table.Td ta="right">
              <Anchor underline="hover" component={Link} href={`/billing/${order.id}`} size="sm">
                {order.invoice_number ?? 'Receipt'}
              </Anchor>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

function OrderStatus({ order }: { readonly order: Order }) {
  if (order.refunded_usd === 0) return <Badge color="glass">Paid</Badge>;
  if (order.refunded_usd >= order.amount_usd) return <Badge color="gray">Refunded</Badge>;
  return (
    <Text size="sm" component="span">
      <Badge color="yellow">{money(order.refunded_usd)} refunded</Badge>
    </Text>
  );
}

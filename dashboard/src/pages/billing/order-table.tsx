import { Anchor, Badge } from '@mantine/core';
import type { Order } from '../../api/schema.ts';
import { date, money } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';

const columns: readonly Column<Order>[] = [
  { header: 'Date', value: ({ paid_at }) => paid_at, cell: ({ paid_at }) => date(paid_at) },
  { header: 'Credits', value: ({ credits }) => credits, isNumber: true, isMinor: true },
  {
    header: 'Paid',
    value: ({ amount_usd }) => amount_usd,
    cell: ({ amount_usd }) => money(amount_usd),
    isNumber: true,
  },
  { header: 'Status', width: 140, value: statusOf, cell: (order) => <OrderStatus order={order} /> },
  {
    header: 'Receipt',
    width: 130,
    value: ({ invoice_number, id }) => invoice_number ?? id,
    cell: ({ id, invoice_number }) => (
      <Anchor underline="hover" component={Link} href={`/billing/${id}`} size="sm">
        {invoice_number ?? 'Receipt'}
      </Anchor>
    ),
  },
];

/** Purchases with their receipts. Unfinished checkouts are left out. */
export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  const shown = orders.filter((order) => order.status === 'paid');
  if (shown.length === 0)
    return <EmptyState title="No orders yet">Each purchase and its receipt will be here.</EmptyState>;
  return <Grid label="Orders" isPlain rows={shown} columns={columns} />;
}

function statusOf({ refunded_usd: refunded, amount_usd: paid }: Order): string {
  if (refunded === 0) return 'Paid';
  return refunded >= paid ? 'Refunded' : `${money(refunded)} refunded`;
}

const colors: Readonly<Record<string, string>> = { Paid: 'glass', Refunded: 'gray' };

function OrderStatus({ order }: { readonly order: Order }) {
  const status = statusOf(order);
  return <Badge color={colors[status] ?? 'yellow'}>{status}</Badge>;
}

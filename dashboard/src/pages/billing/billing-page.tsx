import { Alert, Badge, Loader, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmOrder, setLowBalanceAlert } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { BillingStatement, LedgerLine, Order } from '../../api/schema.ts';
import { useChange } from '../../api/use-change.ts';
import { credits, money, number, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { Choice } from '../../parts/choice.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, QueryState } from '../../parts/states.tsx';
import { Hint } from '../../parts/text.tsx';
import { useLocation } from '../../router.tsx';
import { BillingDetails } from './billing-details.tsx';
import { BuyCredits } from './buy-credits.tsx';
import { Receipt } from './receipt.tsx';
import { MonthSpending, Spending } from './spending.tsx';

/** Buying credits, and everything about those that were bought; the receipt of the order that the address names. */
export function BillingPage({ detail: receipt }: Place) {
  const statement = useQuery(queries.statement);
  if (receipt !== undefined)
    return (
      <Page title="Receipt" isSheet>
        <QueryState query={statement}>
          {({ orders }) => <Receipt order={orders.find((order) => order.id === receipt)} />}
        </QueryState>
      </Page>
    );
  return (
    <Page {...pageHeads.billing} isWide>
      <ReturnNotice />
      <QueryState query={statement} loading={<BillingSkeleton />}>
        {(data) => <Statement statement={data} />}
      </QueryState>
    </Page>
  );
}

function Statement({ statement }: { readonly statement: BillingStatement }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <BuyCredits {...statement} />
        <div>
          <LowBalanceAlert alert={statement.low_balance_alert} />
          <BillingDetails details={statement.details} />
        </div>
      </SimpleGrid>
      <Spending />
      <MonthSpending />
      <Section title="Orders">
        <OrderTable orders={statement.orders} />
      </Section>
      <Section title="Ledger">
        <LedgerTable lines={statement.ledger} />
      </Section>
    </>
  );
}

function BillingSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="lg">
        <Skeleton h={320} radius="lg" />
        <Skeleton h={320} radius="lg" />
      </SimpleGrid>
      <Skeleton h={260} radius="lg" />
    </div>
  );
}

const orderColumns: readonly Column<Order>[] = [
  { header: 'Date', value: 'paid_at', as: 'date' },
  { header: 'Credits', value: 'credits', as: 'number', isMinor: true },
  { header: 'Paid', value: 'amount_usd', as: 'money' },
  { header: 'Status', width: 140, value: statusOf, cell: (order) => <OrderStatus order={order} /> },
  {
    header: 'Receipt',
    width: 130,
    value: ({ invoice_number, id }) => invoice_number ?? id,
    cell: ({ id, invoice_number }) => (
      <TextLink underline="hover" href={`/billing/${id}`}>
        {invoice_number ?? 'Receipt'}
      </TextLink>
    ),
  },
];

/** Purchases with their receipts. Unfinished checkouts are left out. */
function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  const shown = orders.filter((order) => order.status === 'paid');
  if (shown.length === 0)
    return <EmptyState title="No orders yet">Each purchase and its receipt will be here.</EmptyState>;
  return <Grid label="Orders" isPlain rows={shown} columns={orderColumns} />;
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

const kinds: Readonly<Record<LedgerLine['kind'], string>> = {
  grant: 'Granted',
  purchase: 'Bought',
  refund: 'Refunded',
  dispute: 'Disputed',
  adjustment: 'Adjusted',
};

const ledgerColumns: readonly Column<LedgerLine>[] = [
  { header: 'Entry', width: 120, value: ({ kind }) => kinds[kind] },
  {
    header: 'Credits',
    value: 'credits',
    cell: ({ credits }) => `${credits > 0 ? '+' : '−'}${number(Math.abs(credits))}`,
    as: 'number',
  },
  { header: 'Amount', value: 'amount_usd', as: 'money', isMinor: true, isQuiet: true },
  { header: 'Balance after', value: 'balance_after', as: 'number' },
  { header: `When (${zoneName()})`, width: 180, value: 'created_at', as: 'dateTime' },
  { header: 'Note', width: 320, value: 'note', isQuiet: true, isMinor: true },
];

/** Grants, purchases and what was taken back, newest first. */
function LedgerTable({ lines }: { readonly lines: readonly LedgerLine[] }) {
  if (lines.length === 0)
    return <EmptyState title="No entries yet">Credits you buy or are given will be listed here.</EmptyState>;
  return <Grid label="Ledger" isPlain={lines.length < 6} rows={lines} columns={ledgerColumns} />;
}

interface LowBalanceAlertProps {
  readonly alert: BillingStatement['low_balance_alert'];
}

const never = 'never';

/** When to send a mail, before calls start to be refused. */
function LowBalanceAlert({ alert }: LowBalanceAlertProps) {
  const choose = useChange(setLowBalanceAlert, 'billing');
  const threshold = choose.isPending ? choose.variables : alert.threshold;
  return (
    <Section title="Low-balance alert">
      <Choice
        label="Mail me when the balance falls to"
        maw={260}
        data={[
          ...alert.choices.map((choice) => ({ value: String(choice), label: credits(choice) })),
          { value: never, label: 'Never' },
        ]}
        value={threshold === null ? never : String(threshold)}
        onChange={(value) => choose.mutate(value === never ? null : Number(value))}
      />
      <ErrorState error={choose.error} />
      <Hint mt="md" role="status">
        {statusText(choose)}
      </Hint>
    </Section>
  );
}

function statusText(choose: { readonly isPending: boolean; readonly isSuccess: boolean }): string {
  if (choose.isPending) return 'Saving…';
  return choose.isSuccess ? 'Saved.' : '';
}

/** The outcome of the payment that the reader returns from. */
function ReturnNotice() {
  const { query } = useLocation();
  const orderId = query.get('order');
  if (orderId) return <ConfirmedOrder orderId={orderId} />;
  if (query.has('canceled'))
    return <Alert color="gray">The payment was canceled. Nothing was charged.</Alert>;
  return null;
}

function ConfirmedOrder({ orderId }: { readonly orderId: string }) {
  const queryClient = useQueryClient();
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => confirmOrder(orderId),
    // The provider may need a moment to settle; asked again until it has, for a minute.
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' && state.dataUpdateCount < 20 ? 3_000 : false,
  });
  const isPaid = order.data?.status === 'paid';
  useEffect(() => {
    if (!isPaid) return;
    void queryClient.invalidateQueries({ queryKey: ['credits'] });
    void queryClient.invalidateQueries({ queryKey: ['billing'] });
  }, [isPaid, queryClient]);
  if (order.error) return <ErrorState error={order.error} retry={() => order.refetch()} />;
  return <OrderNotice order={order.data} />;
}

function OrderNotice({ order }: { readonly order: Order | undefined }) {
  if (order?.status === 'paid')
    return (
      <Alert color="glass" icon={<CheckIcon />} title="Thank you" role="status">
        {credits(order.credits)} for {money(order.amount_usd)} are in your balance.
      </Alert>
    );
  if (order?.status === 'expired')
    return <Alert color="gray">This checkout has expired. Nothing was charged.</Alert>;
  return (
    <Alert color="gray" icon={<Loader size={16} />} role="status">
      Waiting for the payment to be confirmed. Your credits will appear by themselves; you can leave this
      page.
    </Alert>
  );
}

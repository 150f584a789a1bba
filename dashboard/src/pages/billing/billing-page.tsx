import { Alert, Badge, Loader, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { BillingDetails, BillingStatement, LedgerLine, Order } from '../../api/schema.ts';
import { askSession } from '../../api/session.ts';
import { useChange, useRefresh } from '../../api/use-change.ts';
import { credits, money, number, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { Choice, Form, typed } from '../../parts/form.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { EmptyState, ErrorState, LoadingBox, Page, QueryState, Section } from '../../parts/page.tsx';
import { Hint, TextLink } from '../../parts/text.tsx';
import { useLocation } from '../../router.tsx';
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
      <QueryState query={statement} loading={<LoadingBox height={320} />}>
        {(data) => <Statement statement={data} />}
      </QueryState>
    </Page>
  );
}

function Statement({ statement }: { readonly statement: BillingStatement }) {
  const { ledger } = statement;
  // Unfinished checkouts are left out.
  const orders = statement.orders.filter(({ status }) => status === 'paid');
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <BuyCredits {...statement} />
        <div>
          <LowBalanceAlert alert={statement.low_balance_alert} />
          <InvoiceDetails details={statement.details} />
        </div>
      </SimpleGrid>
      <Spending />
      <MonthSpending />
      <Section title="Orders">
        {orders.length === 0 ? (
          <EmptyState title="No orders yet">Each purchase and its receipt will be here.</EmptyState>
        ) : (
          <Grid label="Orders" isPlain rows={orders} columns={orderColumns} />
        )}
      </Section>
      <Section title="Ledger">
        {ledger.length === 0 ? (
          <EmptyState title="No entries yet">Credits you buy or are given will be listed here.</EmptyState>
        ) : (
          <Grid label="Ledger" isPlain={ledger.length < 6} rows={ledger} columns={ledgerColumns} />
        )}
      </Section>
    </>
  );
}

const orderColumns: readonly Column<Order>[] = [
  { header: 'Date', value: 'paid_at', as: 'date' },
  { header: 'Credits', value: 'credits', as: 'number', isMinor: true },
  { header: 'Paid', width: 96, value: 'amount_usd', as: 'money' },
  { header: 'Status', width: 140, value: statusOf, cell: statusBadge },
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

function statusOf({ refunded_usd: refunded, amount_usd: paid }: Order): string {
  if (refunded === 0) return 'Paid';
  return refunded >= paid ? 'Refunded' : `${money(refunded)} refunded`;
}

const colors: Readonly<Record<string, string>> = { Paid: 'glass', Refunded: 'gray' };

function statusBadge(order: Order) {
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

const never = 'never';

/** When to send a mail, before calls start to be refused. */
function LowBalanceAlert({ alert }: { readonly alert: BillingStatement['low_balance_alert'] }) {
  const choose = useChange(
    (next: number | null) => askSession('/session/billing/alert', { threshold: next }),
    'billing',
  );
  const threshold = choose.isPending ? choose.variables : alert.threshold;
  return (
    <Section title="Low-balance alert">
      <Choice
        label="Email me when the balance falls to"
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
        {choose.isPending ? 'Saving…' : choose.isSuccess ? 'Saved.' : ''}
      </Hint>
    </Section>
  );
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
  const refresh = useEffectEvent(useRefresh('credits', 'billing'));
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => askSession('/session/billing/confirm', { order_id: orderId }),
    // The provider may need a moment to settle; asked again until it has, for a minute.
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' && state.dataUpdateCount < 20 ? 3_000 : false,
  });
  const isPaid = order.data?.status === 'paid';
  useEffect(() => {
    if (isPaid) void refresh();
  }, [isPaid]);
  const { data, error } = order;
  if (error) return <ErrorState error={error} retry={() => order.refetch()} />;
  if (data?.status === 'paid')
    return (
      <Alert color="glass" icon={<CheckIcon />} title="Thank you" role="status">
        {credits(data.credits)} for {money(data.amount_usd)} are in your balance.
      </Alert>
    );
  if (data?.status === 'expired')
    return <Alert color="gray">This checkout has expired. Nothing was charged.</Alert>;
  return (
    <Alert color="gray" icon={<Loader size={16} />} role="status">
      Waiting for the payment to be confirmed. Your credits will appear by themselves; you can leave this
      page.
    </Alert>
  );
}

/** Whom the next invoices are made out to; those that were made stay as they are. */
function InvoiceDetails({ details }: { readonly details: BillingDetails }) {
  const refresh = useRefresh('billing');
  const [written, setWritten] = useState(details);
  const [isSaved, setSaved] = useState(false);
  const save = async () => {
    setWritten(await askSession('/session/billing/details', written));
    setSaved(true);
    await refresh();
  };
  const field = (member: keyof BillingDetails) =>
    typed(written[member], (value) => {
      setSaved(false);
      setWritten({ ...written, [member]: value });
    });
  return (
    <Section title="Invoice details" lead="Optional. Used for new invoices.">
      <Form
        action="Save details"
        variant="light"
        onSend={save}
        beside={<Hint role="status">{isSaved ? 'Saved.' : ''}</Hint>}
      >
        <TextInput label="Company" maxLength={200} autoComplete="organization" {...field('company')} />
        <Textarea
          label="Address"
          rows={3}
          maxLength={600}
          autoComplete="street-address"
          {...field('address')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Tax number"
            description="VAT, GST or EIN."
            maxLength={60}
            {...field('tax_number')}
          />
          <TextInput label="Your order number" maxLength={60} {...field('order_number')} />
        </SimpleGrid>
      </Form>
    </Section>
  );
}

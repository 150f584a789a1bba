import { Anchor, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Invoice, Order } from '../../api/schema.ts';
import { date, money, number } from '../../format.ts';
import { Logo } from '../../parts/logo.tsx';
import { EmptyState, ErrorState } from '../../parts/page.tsx';
import { Hint, LinkButton, Note } from '../../parts/text.tsx';
import classes from './billing.module.css';

/** A receipt for the books: print it, or save it as PDF from the print dialog. */
export function Receipt({ order }: { readonly order: Order | undefined }) {
  const { data: session } = useQuery(queries.session);
  const invoiceNumber = order?.invoice_number ?? null;
  const invoice = useQuery({ ...queries.invoice(order?.id ?? ''), enabled: invoiceNumber !== null });
  if (order?.status !== 'paid')
    return (
      <EmptyState
        title="There is no receipt at this address"
        action={
          <LinkButton href="/billing" variant="light">
            Back to billing
          </LinkButton>
        }
      />
    );
  return (
    <>
      <article className={classes.receipt}>
        <Group justify="space-between" mb="xl">
          <Logo />
          <Hint>{date(order.paid_at)}</Hint>
        </Group>
        <Title order={2} mb={4}>
          {money(order.amount_usd)} paid
        </Title>
        {invoice.data ? <InvoiceParties invoice={invoice.data} /> : <Hint mb="lg">{session?.email}</Hint>}
        {invoice.error ? <ErrorState error={invoice.error} retry={() => invoice.refetch()} /> : null}
        <table className={classes.lines}>
          <tbody>
            {invoiceNumber === null ? null : <Row label="Invoice" value={invoiceNumber} />}
            <Row label="Order" value={order.id} />
            <Row
              label="Item"
              value={`${number(order.credits / order.quantity)} credits × ${order.quantity}`}
            />
            <Row label="Price" value={money(order.amount_usd)} />
            {order.refunded_usd > 0 ? <Row label="Refunded" value={`−${money(order.refunded_usd)}`} /> : null}
            <Row label="Total" value={money(order.amount_usd - order.refunded_usd)} isTotal />
          </tbody>
        </table>
      </article>
      <Group className={classes.controls}>
        <LinkButton variant="default" href="/billing">
          Back to billing
        </LinkButton>
        <Button variant="light" onClick={() => print()}>
          Print or save as PDF
        </Button>
        {order.receipt_url ? (
          <Anchor href={order.receipt_url} size="sm" rel="noreferrer" target="_blank">
            Payment provider’s receipt
          </Anchor>
        ) : null}
      </Group>
    </>
  );
}

interface RowProps {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

function Row({ label, value, isTotal }: RowProps) {
  return (
    <tr className={isTotal ? classes.total : undefined}>
      <th scope="row">{label}</th>
      <td className="numeric">{value}</td>
    </tr>
  );
}

/** Who sells and who buys, as the invoice was made. */
function InvoiceParties({ invoice }: { readonly invoice: Invoice }) {
  const { buyer, seller } = invoice;
  const buyerLines = [
    buyer.company,
    buyer.address,
    buyer.email,
    buyer.tax_number && `Tax number: ${buyer.tax_number}`,
    buyer.order_number && `Your order number: ${buyer.order_number}`,
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
      <Party title="From" text={seller} />
      <Party title="To" text={buyerLines.filter((line) => line !== '').join('\n')} />
    </SimpleGrid>
  );
}

function Party({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <Note mb={2}>{title}</Note>
      <Text className={classes.party}>{text}</Text>
    </div>
  );
}

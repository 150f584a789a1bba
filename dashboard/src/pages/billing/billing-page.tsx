import { SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { BillingStatement } from '../../api/schema.ts';
import { pageHeads } from '../../page-heads.ts';
import { Page, Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/states.tsx';
import { BillingDetails } from './billing-details.tsx';
import { BuyCredits } from './buy-credits.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { LowBalanceAlert } from './low-balance-alert.tsx';
import { MonthSpending } from './month-spending.tsx';
import { OrderTable } from './order-table.tsx';
import { Receipt } from './receipt.tsx';
import { ReturnNotice } from './return-notice.tsx';
import { Spending } from './spending.tsx';

interface BillingPageProps {
  /** The order whose receipt is shown, where the address names one. */
  readonly receipt: string | undefined;
}

/** Buying credits, and everything about those that were bought. */
export function BillingPage({ receipt }: BillingPageProps) {
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
    <Page {...pageHeads.billing}>
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
        <LowBalanceAlert alert={statement.low_balance_alert} />
      </SimpleGrid>
      <Spending />
      <MonthSpending />
      <BillingDetails details={statement.details} />
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

import type { Foundation } from '#functions/foundation.ts';
import {
  createSessionRepository,
  type SessionRepository,
} from '#shared/callers/identity/session-repository.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type AlertRepository, createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { type Billing, createBilling } from '#shared/money/billing/billing.ts';
import { createOrderRepository } from '#shared/money/billing/order-repository.ts';
import type { PaymentProvider } from '#shared/money/billing/payment-provider.ts';
import { createStripeProvider } from '#shared/money/billing/stripe-provider.ts';
import { readStripeSecret } from '#shared/money/billing/stripe-secret.ts';
import { defaultTerms } from '#shared/money/billing/terms.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

/** What the billing routes and the payment webhook need from outside. */
export interface CheckoutServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly sessions: SessionRepository;
  readonly accounts: { get(accountId: string): Promise<Account> };
  readonly provider: PaymentProvider;
  readonly billing: Billing;
  readonly entries: Pick<CreditEntries, 'list'>;
  readonly alerts: AlertRepository;
}

/** Billing over the tables and the place's payment provider: Stripe, or test payments on one machine. */
export async function checkoutServices(foundation: Foundation): Promise<CheckoutServices> {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = foundation;
  const provider = foundation.payments ?? (await stripe(foundation));
  const entries = createCreditEntries({ documents, tables, clock });
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    entries,
    provider,
    accounts: createAccountRepository({ documents, tables, clock }),
    sessions: createSessionRepository({ documents, name: tables.identity, clock }),
    alerts: createAlertRepository(documents, tables.billing),
    billing: createBilling({
      orders: createOrderRepository(documents, tables.billing),
      ledger: entries,
      provider,
      terms: defaultTerms,
      clock,
      billingPageUrl: `${dashboardUrl}/billing`,
      reportMismatch: (event) =>
        logger.error('payment mismatch', {
          signal: 'payment_mismatch',
          event_id: event.eventId,
          kind: event.kind,
        }),
    }),
  };
}

async function stripe({ readSecret, stage, clock }: Foundation): Promise<PaymentProvider> {
  const text = await readSecret('stripe');
  if (text === undefined) throw new Error('STRIPE_SECRET_ARN must be set.');
  return createStripeProvider(readStripeSecret(text, stage), clock);
}

import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { createBilling } from '#shared/money/billing/billing.ts';
import { createOrderRepository } from '#shared/money/billing/order-repository.ts';
import type { PaymentProvider } from '#shared/money/billing/payment-provider.ts';
import { defaultTerms, type PurchaseTerms } from '#shared/money/billing/terms.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import type { CheckoutServices } from './services.ts';

export type CheckoutFoundation = Pick<
  Foundation,
  'documents' | 'tables' | 'clock' | 'logger' | 'baseUrl' | 'dashboardUrl'
>;

/** Billing over the tables and one payment provider: the same deployed and on one machine. */
export function createCheckoutServices(
  foundation: CheckoutFoundation,
  provider: PaymentProvider,
  terms: PurchaseTerms = defaultTerms,
): CheckoutServices {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = foundation;
  const entries = createCreditEntries({ documents, tables, clock });
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    entries,
    accounts: createAccountRepository({ documents, tables, clock }),
    sessions: createSessionRepository({ documents, name: tables.identity, clock }),
    alerts: createAlertRepository(documents, tables.billing),
    billing: createBilling({
      orders: createOrderRepository(documents, tables.billing),
      ledger: entries,
      provider,
      terms,
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

import type { Foundation } from '#functions/foundation.ts';
import { createPublishedTexts } from '#shared/callers/identity/published-texts.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { sellerText } from '#shared/contract/operator-texts.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createBilling, type PaymentProvider } from '#shared/money/billing/billing.ts';
import { createInvoiceRepository, createInvoicing } from '#shared/money/billing/invoices.ts';
import { createAlertRepository } from '#shared/money/billing/low-balance.ts';
import { createBillingDetails, createOrderRepository, defaultTerms } from '#shared/money/billing/order.ts';
import { createStripeProvider, readStripeSecret } from '#shared/money/billing/stripe-provider.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { ServiceError } from '#shared/platform/errors.ts';

export type CheckoutServices = Awaited<ReturnType<typeof checkoutServices>>;

/** Billing over the tables and the place's payment provider: Stripe, or test payments on one machine. */
export async function checkoutServices(foundation: Foundation) {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = foundation;
  const provider = foundation.payments ?? stripe(foundation);
  const entries = createCreditEntries({ documents, tables, clock });
  const accounts = createAccountRepository({ documents, tables, clock });
  const details = createBillingDetails(documents, tables.billing);
  const invoices = createInvoiceRepository(documents, tables.billing);
  const orders = createOrderRepository(documents, tables.billing);
  const texts = createPublishedTexts({ documents, name: tables.identity, clock });
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    entries,
    provider,
    accounts,
    details,
    invoices,
    orders,
    sessions: createSessionRepository({ documents, name: tables.identity, clock }, accounts),
    alerts: createAlertRepository(documents, tables.billing),
    billing: createBilling({
      orders,
      issueInvoice: createInvoicing({
        orders,
        invoices,
        clock,
        findSeller: async () => (await texts.find(sellerText))?.markdown,
        findBuyer: async (accountId) => {
          const [{ email }, buyer] = await Promise.all([accounts.get(accountId), details.find(accountId)]);
          return { email, ...buyer };
        },
      }),
      ledger: entries,
      provider,
      terms: defaultTerms,
      clock,
      billingPageUrl: `${dashboardUrl}/billing`,
      reportSale: ({ accountId, orderId, credits }) => {
        const facts = { account_id: accountId, order_id: orderId };
        logger.info('credits sold', facts, { figures: { CreditsSold: credits } });
      },
      reportMismatch: (event) =>
        logger.error('payment mismatch', {
          signal: 'payment_mismatch',
          event_id: event.eventId,
          kind: event.kind,
        }),
    }),
  };
}

function stripe({ readSecret, refusesTestPayments, clock, logger }: Foundation): PaymentProvider {
  return createStripeProvider(async () => {
    try {
      const text = await readSecret('stripe');
      if (text === undefined) throw new Error('STRIPE_SECRET_ARN must be set.');
      return readStripeSecret(text, { refusesTestPayments });
    } catch (cause) {
      logger.error('payments are not set up', { cause });
      throw new ServiceError(
        'upstream_unavailable',
        'Payments are not set up on this service yet. Nothing was charged.',
      );
    }
  }, clock);
}

import type { Foundation } from '#functions/foundation.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { notifyLowBalances } from '#shared/money/billing/low-balance.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';

/** A stage that cannot send mail yet has nothing to do. */
export function createHandler(foundation: Foundation): () => Promise<{ readonly sent: number }> {
  const { documents, tables, clock, logger, mailer, dashboardUrl } = foundation;
  return async () => {
    if (mailer === undefined) {
      logger.warn('low balances not told', { reason: 'MAIL_FROM is not set' });
      return { sent: 0 };
    }
    const sent = await notifyLowBalances({
      accounts: createAccountRepository({ documents, tables, clock }),
      entries: createCreditEntries({ documents, tables, clock }),
      alerts: createAlertRepository(documents, tables.billing),
      mailer,
      clock,
      billingPageUrl: `${dashboardUrl}/billing`,
    });
    if (sent > 0) logger.info('low balances told', { sent });
    return { sent };
  };
}

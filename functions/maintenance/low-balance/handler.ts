import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { notifyLowBalances } from '#shared/money/billing/low-balance.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createSesMailer } from '#shared/platform/mail/ses-mailer.ts';

/** Called by the schedule of its contract. A stage that cannot send mail yet has nothing to do. */
export async function handler(): Promise<{ readonly sent: number }> {
  const env = deployedEnvironment();
  const { tables, mailFrom, dashboardUrl } = loadConfig(env);
  const logger = createLogger('low-balance');
  if (mailFrom === undefined) {
    logger.warn('low balances not told', { reason: 'MAIL_FROM is not set' });
    return { sent: 0 };
  }
  const documents = createDocuments();
  const clock = createClock();
  const sent = await notifyLowBalances({
    accounts: createAccountRepository({ documents, tables, clock }),
    entries: createCreditEntries({ documents, tables, clock }),
    alerts: createAlertRepository(documents, tables.billing),
    mailer: createSesMailer(mailFrom, awsEnvironment(env)),
    clock,
    billingPageUrl: `${dashboardUrl}/billing`,
  });
  logger.info('low balances told', { sent });
  return { sent };
}

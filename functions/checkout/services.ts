import type { Account } from '#shared/accounts/account.ts';
import type { AlertRepository } from '#shared/billing/alert-repository.ts';
import type { Billing } from '#shared/billing/billing.ts';
import type { Clock } from '#shared/clock.ts';
import type { SessionRepository } from '#shared/identity/session-repository.ts';
import type { CreditEntries } from '#shared/ledger/credit-entries.ts';
import type { CallLogger } from '#shared/logger.ts';

/** What the billing routes need from outside; built once per cold start. */
export interface CheckoutServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly sessions: SessionRepository;
  readonly accounts: { get(accountId: string): Promise<Account> };
  readonly billing: Billing;
  readonly entries: Pick<CreditEntries, 'list'>;
  readonly alerts: AlertRepository;
}

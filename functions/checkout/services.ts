import type { SessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import type { AlertRepository } from '#shared/money/billing/alert-repository.ts';
import type { Billing } from '#shared/money/billing/billing.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

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

import { type AccountRepository, createAccountRepository } from '#shared/accounts/account-repository.ts';
import {
  type CredentialRepository,
  createCredentialRepository,
} from '#shared/accounts/credential-repository.ts';
import { type AlertRepository, createAlertRepository } from '#shared/billing/alert-repository.ts';
import { createOrderRepository, type OrderRepository } from '#shared/billing/order-repository.ts';
import type { Clock } from '#shared/clock.ts';
import type { Foundation } from '#shared/http/compose-services.ts';
import { type AccountDirectory, createAccountDirectory } from '#shared/identity/account-directory.ts';
import {
  type ConnectionRepository,
  createConnectionRepository,
} from '#shared/identity/connection-repository.ts';
import { createPasskeyRepository, type PasskeyRepository } from '#shared/identity/passkey-repository.ts';
import { createSessionRepository, type SessionRepository } from '#shared/identity/session-repository.ts';
import type { CreditEntries } from '#shared/ledger/credit-entries.ts';
import { createCreditEntries } from '#shared/ledger/dynamo-credit-entries.ts';
import type { CallLogger } from '#shared/logger.ts';
import { keysNamed } from '#shared/secrets.ts';
import { createUsageLog, type UsageLog } from '#shared/usage/usage-log.ts';

/** Everything that knows something about an account. */
export interface PersonalDataServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly accounts: AccountRepository;
  readonly credentials: CredentialRepository;
  readonly directory: AccountDirectory;
  readonly sessions: SessionRepository;
  readonly connections: ConnectionRepository;
  readonly passkeys: PasskeyRepository;
  readonly orders: OrderRepository;
  readonly alerts: AlertRepository;
  readonly entries: CreditEntries;
  readonly usage: UsageLog;
}

export function createPersonalDataServices(
  foundation: Omit<Foundation, 'objects' | 'singleAttempt'>,
): PersonalDataServices {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, secrets } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    accounts,
    credentials: createCredentialRepository(documents, tables.credentials),
    directory: createAccountDirectory(identity, accounts),
    sessions: createSessionRepository(identity),
    connections: createConnectionRepository(identity),
    passkeys: createPasskeyRepository(identity),
    orders: createOrderRepository(documents, tables.billing),
    alerts: createAlertRepository(documents, tables.billing),
    entries: createCreditEntries({ documents, tables, clock }),
    usage: createUsageLog({ documents, tables, cursorKeys: keysNamed('cursor_key', secrets) }),
  };
}

import type { Foundation } from '#functions/foundation.ts';
import { serviceSecrets } from '#functions/secrets.ts';
import { type AccountDirectory, createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import {
  type ConnectionRepository,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import {
  createPasskeyRepository,
  type PasskeyRepository,
} from '#shared/callers/identity/passkey-repository.ts';
import {
  createSessionRepository,
  type SessionRepository,
} from '#shared/callers/identity/session-repository.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import {
  type CredentialRepository,
  createCredentialRepository,
} from '#shared/money/accounts/credential-repository.ts';
import { type AlertRepository, createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { createOrderRepository, type OrderRepository } from '#shared/money/billing/order-repository.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { createUsageLog, type UsageLog } from '#shared/money/usage/usage-log.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { keysNamed } from '#shared/platform/secrets/service-secrets.ts';

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

export async function personalDataServices(foundation: Foundation): Promise<PersonalDataServices> {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = foundation;
  const secrets = await serviceSecrets(foundation);
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

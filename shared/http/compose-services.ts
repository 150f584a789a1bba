import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type AccountRepository, createAccountRepository } from '#shared/accounts/account-repository.ts';
import { createApiKeyResolver } from '#shared/accounts/api-key-resolver.ts';
import {
  type CredentialRepository,
  createCredentialRepository,
} from '#shared/accounts/credential-repository.ts';
import type { Clock } from '#shared/clock.ts';
import type { TableNames } from '#shared/dynamo/tables.ts';
import { createIdempotencyStore } from '#shared/idempotency/dynamo-idempotency-store.ts';
import type { IdentityTable } from '#shared/identity/identity-table.ts';
import { createPublishedKeys } from '#shared/identity/published-keys.ts';
import { createSessionRepository } from '#shared/identity/session-repository.ts';
import { createSessionTokenVerifier } from '#shared/identity/session-token.ts';
import { createCreditLedger } from '#shared/ledger/dynamo-credit-ledger.ts';
import type { CallLogger } from '#shared/logger.ts';
import type { ObjectStore } from '#shared/objects/object-store.ts';
import type { ServiceSecrets } from '#shared/secrets.ts';
import type { CallServices } from './services.ts';

/** What everything else is built on; one per process. */
export interface Foundation {
  readonly documents: DynamoDBDocumentClient;
  /** A client that never sends twice, for holds. */
  readonly singleAttempt: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly objects: ObjectStore;
  readonly secrets: ServiceSecrets;
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
}

export interface ComposedServices extends CallServices {
  readonly accounts: AccountRepository;
  readonly credentials: CredentialRepository;
}

/** Who may call, what it costs, and what is kept of it: the same on Lambda and on one machine. */
export function composeCallServices(foundation: Foundation): ComposedServices {
  const { documents, singleAttempt, tables, objects, secrets, clock, logger } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const credentials = createCredentialRepository(documents, tables.credentials);
  const identity: IdentityTable = { documents, name: tables.identity, clock };
  return {
    clock,
    logger,
    baseUrl: foundation.baseUrl,
    dashboardUrl: foundation.dashboardUrl,
    accounts,
    credentials,
    resolvers: [
      createApiKeyResolver({ credentials, findAccount: accounts.find, secrets, clock, logger }),
      createSessionTokenVerifier({
        issuer: foundation.baseUrl,
        keys: createPublishedKeys(identity),
        sessions: createSessionRepository(identity),
        accounts,
        clock,
      }),
    ],
    ledger: createCreditLedger({ documents, singleAttempt, tables, clock }),
    idempotency: createIdempotencyStore({ documents, tables, objects, clock }),
  };
}

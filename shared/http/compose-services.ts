import { createIdempotencyStore } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createSessionTokenVerifier } from '#shared/callers/identity/session-token.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import { createApiKeyResolver } from '#shared/money/accounts/api-key-resolver.ts';
import {
  type CredentialRepository,
  createCredentialRepository,
} from '#shared/money/accounts/credential-repository.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import type { CallServices } from './services.ts';

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

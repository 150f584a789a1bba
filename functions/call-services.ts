import { createIdempotencyStore } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { findSession } from '#shared/callers/identity/session-repository.ts';
import { createSessionTokenVerifier } from '#shared/callers/identity/session-token.ts';
import { createPublishedKeys } from '#shared/callers/identity/signing-keys.ts';
import type { CallServices } from '#shared/http/call-pipeline.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import {
  createApiKeyResolver,
  createFamilyReader,
  createKeyLookup,
} from '#shared/money/accounts/api-key-resolver.ts';
import type { CredentialResolver } from '#shared/money/accounts/principal.ts';
import { createCallCounter } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { type Foundation, serviceSecrets } from './foundation.ts';

/** Who may call, what it costs, and what is kept of it. */
export async function callServices(foundation: Foundation): Promise<CallServices> {
  const { documents, singleAttempt, tables, objects, clock, logger, baseUrl, dashboardUrl } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const identity = { documents, name: tables.identity, clock };
  const [apiKeys, originSecret] = await Promise.all([
    apiKeyResolver(foundation),
    foundation.readSecret('origin'),
  ]);
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    originSecret,
    resolvers: [
      apiKeys,
      createSessionTokenVerifier({
        issuer: baseUrl,
        keys: createPublishedKeys(identity),
        sessions: { find: (accountId, sessionId) => findSession(identity, accounts, accountId, sessionId) },
        clock,
      }),
    ],
    ledger: createCallCounter({ documents, singleAttempt, tables, clock }),
    idempotency: createIdempotencyStore({ documents, tables, objects, clock }),
  };
}

export async function apiKeyResolver(foundation: Foundation): Promise<CredentialResolver> {
  const { documents, tables, clock, logger } = foundation;
  const credentials = createKeyLookup(documents, tables.credentials);
  const readFamily = createFamilyReader(documents, tables);
  const secrets = await serviceSecrets(foundation);
  return createApiKeyResolver({ credentials, readFamily, secrets, clock, logger });
}

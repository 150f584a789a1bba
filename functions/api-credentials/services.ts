import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import { findSession } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createKeyPlaces } from '#shared/money/accounts/api-keys.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { createSpendingReader } from '#shared/money/ledger/spending-reader.ts';
import { ServiceError } from '#shared/platform/errors.ts';

export type KeyServices = Awaited<ReturnType<typeof keyServices>>;

/** What the endpoints about API keys work with, beside who calls. */
export async function keyServices(foundation: Foundation) {
  const { documents, tables, clock, baseUrl, dashboardUrl, logger, mailer } = foundation;
  const credentials = createCredentialRepository(documents, tables.credentials);
  const accounts = createAccountRepository({ documents, tables, clock });
  return {
    credentials,
    findSession: (accountId: string, sessionId: string) =>
      findSession({ documents, name: tables.identity, clock }, accounts, accountId, sessionId),
    spending: createSpendingReader({ documents, tables, clock }),
    places: createKeyPlaces(documents, tables.credentials, credentials),
    secrets: await serviceSecrets(foundation),
    baseUrl,
    dashboardUrl,
    logger,
    mailer,
  };
}

export function isCredentialId(id: string): boolean {
  return /^cred_[0-9a-z]{26}$/u.test(id);
}

/** Another account's credential and an unknown one are answered alike. */
export function noSuchCredential(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such API credential, or it was revoked. GET /v1/me/api-credentials lists the ids.',
  );
}

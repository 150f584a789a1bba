import type { Foundation } from '#functions/foundation.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createMemberRepository } from '#shared/callers/identity/member-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createKeyPlaces } from '#shared/money/accounts/api-keys.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { createBillingDetails } from '#shared/money/billing/order.ts';

export type MembersServices = Awaited<ReturnType<typeof membersServices>>;

/** Who the people are, and what ends with them. */
export async function membersServices(foundation: Foundation) {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, mailer } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const credentials = createCredentialRepository(documents, tables.credentials);
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    mailer,
    originSecret: await foundation.readSecret('origin'),
    accounts,
    members: createMemberRepository(identity, accounts),
    details: createBillingDetails(documents, tables.billing),
    sessions: createSessionRepository(identity, accounts),
    connections: createConnectionRepository(identity, accounts),
    limits: createAttemptLimits(identity),
    credentials,
    places: createKeyPlaces(documents, tables.credentials, credentials),
  };
}

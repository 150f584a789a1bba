import type { Foundation } from '#functions/foundation.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import {
  type Connection,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import { createMemberRepository } from '#shared/callers/identity/member-repository.ts';
import type { MemberItem } from '#shared/callers/identity/person.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createKeyPlaces } from '#shared/money/accounts/api-keys.ts';
import { type Credential, opener } from '#shared/money/accounts/credential.ts';
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

/**
 * Tidies up after somebody who was removed. Sessions and agents end without it, as each use of them
 * reads whether their person is of the account; ended here, they are listed no more. Keys are the account's and end where they are asked to.
 */
export async function endWorkOf(
  services: MembersServices,
  member: MemberItem,
  { withKeys }: { readonly withKeys: boolean },
): Promise<void> {
  const { snapshot } = await services.accounts.get(member.account_id);
  // What was made while the account was still theirs names nobody, or a session of that time.
  const isOpener = snapshot.opener?.id === member.member_id;
  await endSessions(services, member);
  await endConnections(services, member, isOpener);
  if (withKeys) await revokeKeys(services, member, isOpener);
}

async function endSessions({ sessions }: MembersServices, { account_id, person_id }: MemberItem) {
  const found = await sessions.list(account_id);
  const theirs = found.filter(({ personId }) => personId === person_id);
  for (const { sessionId } of theirs) await sessions.end(account_id, sessionId);
}

async function endConnections(
  { connections }: MembersServices,
  { account_id, member_id }: MemberItem,
  isOpener: boolean,
) {
  const found = await connections.list(account_id);
  const isTheirs = ({ member }: Connection) => (member ? member.id === member_id : isOpener);
  const theirs = found.filter((one) => isTheirs(one) && one.revokedAt === null);
  for (const { connectionId } of theirs) await connections.revoke(account_id, connectionId);
}

/** Keys that the person made or was given by a rotation, with those that these made. */
async function revokeKeys(
  { credentials, places, clock }: MembersServices,
  { account_id, member_id }: MemberItem,
  isOpener: boolean,
): Promise<void> {
  const keys = await credentials.list(account_id);
  const isTheirs = ({ createdBy, rotatedBy }: Credential) =>
    createdBy === member_id ||
    (isOpener && createdBy?.startsWith('sess_') === true) ||
    rotatedBy.includes(member_id) ||
    (isOpener && rotatedBy.includes(opener));
  const held = new Set(keys.filter(isTheirs).map(({ id }) => id));
  const theirs = keys.filter(({ id, parent }) => held.has(id) || held.has(parent?.id ?? ''));
  for (const { id } of theirs.filter(({ revokedAt }) => revokedAt === null)) {
    await credentials.revoke(account_id, id, clock());
    await places.free(account_id, id);
  }
}

import type { LogicWith } from '#functions/endpoints-with.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AccountServices } from './account-services.ts';

/** An endpoint that answers with a new key. */
export type KeyLogic<Endpoint extends EndpointContract> = LogicWith<
  Pick<
    AccountServices,
    'credentials' | 'places' | 'secrets' | 'findSession' | 'mailer' | 'logger' | 'dashboardUrl'
  >,
  Endpoint
>;

/**
 * Whether who asked may be given the key that was made for them. Read after the key was written
 * and before it is shown. Somebody who is removed or signs out meanwhile is found here, and then
 * nobody ever sees the key; or the removal comes later, and finds the key that it is to end.
 */
export async function mayBeGivenKey(
  { account, authSource, credentialId }: Principal,
  { findSession }: Pick<AccountServices, 'findSession'>,
): Promise<boolean> {
  if (authSource !== 'session') return true;
  const session = await findSession(account.accountId, credentialId);
  return session !== undefined && workRoles.some((role) => role === session.role);
}

export function sessionEndedMeanwhile(): ServiceError {
  return new ServiceError(
    'invalid_credentials',
    'The session ended, or lost its right to make keys, during this request. No key was given out and nothing was changed. Sign in again.',
  );
}

import { ServiceError } from '#shared/platform/errors.ts';
import { type ConnectionLogic, toRecord } from '../connection-services.ts';
import type { revokeConnection as contract } from './contract.ts';

export const revokeConnection: ConnectionLogic<typeof contract> = async (
  { caller, parameters },
  { connections },
) => {
  const id = parameters.connection_id ?? '';
  // Another account's connection and an unknown one are answered alike.
  const revoked = /^conn_[0-9a-z]{26}$/u.test(id)
    ? await connections.revoke(caller.account.accountId, id)
    : undefined;
  if (!revoked)
    throw new ServiceError(
      'not_found',
      'This account has no such connection. GET /v1/me/connections lists the ids.',
    );
  return { body: toRecord(revoked) };
};

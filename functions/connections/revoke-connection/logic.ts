import { type ConnectionLogic, isConnectionId, noSuchConnection, toRecord } from '../connection-services.ts';
import type { revokeConnection as contract } from './contract.ts';

export const revokeConnection: ConnectionLogic<typeof contract> = async (
  { caller, parameters, now },
  { connections },
) => {
  const id = parameters.connection_id ?? '';
  const revoked = isConnectionId(id) ? await connections.revoke(caller.account.accountId, id) : undefined;
  if (!revoked) throw noSuchConnection();
  return { body: toRecord(revoked, now) };
};

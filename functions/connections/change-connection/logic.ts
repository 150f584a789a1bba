import { expiryOf, refuseOldSignIn } from '#functions/account/limits-of.ts';
import { type ConnectionLogic, isConnectionId, noSuchConnection, toRecord } from '../connection-services.ts';
import type { changeConnection as contract } from './contract.ts';

export const changeConnection: ConnectionLogic<typeof contract> = async (
  { caller, parameters, body, now },
  { connections },
) => {
  refuseOldSignIn(caller, body.spend_limit, now);
  const id = parameters.connection_id ?? '';
  const changed = isConnectionId(id)
    ? await connections.change(caller.account.accountId, id, {
        spendLimit: body.spend_limit,
        allowedTools: body.tools,
        rateLimits: body.rate_limits,
        endsAt: body.ends_at === undefined ? undefined : expiryOf('ends_at', body.ends_at, now),
      })
    : undefined;
  if (!changed) throw noSuchConnection();
  return { body: toRecord(changed, now) };
};

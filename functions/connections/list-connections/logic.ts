import { type ConnectionLogic, toRecord } from '../connection-services.ts';
import type { listConnections as contract } from './contract.ts';

export const listConnections: ConnectionLogic<typeof contract> = async ({ caller, now }, { connections }) => {
  // A key with limits of its own sees itself only.
  if (!caller.scopes.has('keys:manage')) return { body: [] };
  const found = await connections.list(caller.account.accountId);
  return { body: found.map((connection) => toRecord(connection, now)) };
};

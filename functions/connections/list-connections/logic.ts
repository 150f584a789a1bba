import { type ConnectionLogic, toRecord } from '../connection-services.ts';
import type { listConnections as contract } from './contract.ts';

export const listConnections: ConnectionLogic<typeof contract> = async ({ caller }, { connections }) => {
  const found = await connections.list(caller.account.accountId);
  return { body: found.map(toRecord) };
};

import { shareRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { listShares as contract } from './contract.ts';

export const listShares: WorkspaceLogic<typeof contract> = async ({ caller }, { shares }) => ({
  body: (await shares.list(caller.account.accountId)).map(shareRecord),
});

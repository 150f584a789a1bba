import { workspaceLimit } from '#shared/contract/workspace.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { shareRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { shareAnswer as contract } from './contract.ts';

export const shareAnswer: WorkspaceLogic<typeof contract> = async (
  { caller, parameters, body },
  { archive, shares, dashboardUrl },
) => {
  const { accountId } = caller.account;
  const requestId = parameters.request_id ?? '';
  const [kept, live] = await Promise.all([archive.find(accountId, requestId), shares.list(accountId)]);
  if (!kept)
    throw new ServiceError(
      'not_found',
      'No answer is kept for this request id, so there is nothing to share. GET /v1/me/usage lists the ids.',
    );
  if (live.length >= workspaceLimit)
    throw new ServiceError(
      'validation_error',
      `An account has at most ${workspaceLimit} shared answers at a time. Withdraw one of GET /v1/me/shares first.`,
    );
  const { share, token } = await shares.create(accountId, { requestId, tool: kept.tool }, body.days);
  const record = shareRecord(share);
  return {
    body: { url: `${dashboardUrl}/shared#${token}`, share: record },
    kept: { url: null, share: record },
  };
};

import { ServiceError } from '#shared/platform/errors.ts';
import type { WorkspaceLogic } from '../workspace-services.ts';
import type { withdrawShare as contract } from './contract.ts';

export const withdrawShare: WorkspaceLogic<typeof contract> = async ({ caller, parameters }, { shares }) => {
  const id = parameters.share_id ?? '';
  const isWithdrawn =
    /^share_[0-9a-z]{26}$/u.test(id) && (await shares.withdraw(caller.account.accountId, id));
  if (!isWithdrawn)
    throw new ServiceError(
      'not_found',
      'This account has no such share, or it has ended. GET /v1/me/shares lists the ids.',
    );
  return { body: { id, status: 'withdrawn' } };
};

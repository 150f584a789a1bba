import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { WorkspaceServices } from '../workspace-services.ts';
import type { openSharedAnswer as contract } from './contract.ts';

export const openSharedAnswer: EndpointLogic<
  typeof contract,
  Principal | undefined,
  WorkspaceServices
> = async ({ body }, { archive, shares }) => {
  const share = await shares.find(body.token);
  const kept = share && (await archive.find(share.accountId, share.requestId));
  if (!kept)
    throw new ServiceError(
      'not_found',
      'This link opens nothing: it has expired, was withdrawn, or is not complete. Ask whoever sent it.',
    );
  // What the call cost and left, and the datasets, are the account's own.
  const { usage: _usage, resources: _resources, ...answer } = kept.answer;
  return {
    body: {
      tool: kept.tool,
      created_at: isoTime(idTime(kept.request_id) ?? 0),
      expires_at: share.expiresAt,
      arguments: kept.arguments,
      answer,
    },
    headers: { 'x-robots-tag': 'noindex' },
  };
};

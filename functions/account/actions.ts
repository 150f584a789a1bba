import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';

export const getCredits = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getCredits,
    () => undefined,
    async ({ caller }) => ({
      body: { balance: caller.account.balance },
    }),
  );

export const getAnswer = (foundation: Foundation) =>
  endpoint(foundation, contracts.getAnswer, createAnswerArchive, async ({ caller, parameters }, archive) => {
    const found = await archive.find(caller.account.accountId, parameters.request_id ?? '');
    const isOwn = caller.scopes.has('keys:manage') || found?.credential_id === caller.credentialId;
    if (!found || !isOwn) throw noSuchAnswer();
    const { request_id, tool, arguments: asked, answer } = found;
    const created_at = isoTime(idTime(request_id) ?? 0);
    return { body: { request_id, tool, created_at, arguments: asked, answer } };
  });

/** Another account's answer and an unknown one are answered alike. */
function noSuchAnswer(): ServiceError {
  return new ServiceError(
    'not_found',
    'No answer is kept for this request id. Answers that cost credits are kept with their usage record; GET /v1/me/usage lists the ids.',
  );
}

import { ServiceError } from '#shared/platform/errors.ts';

export const isQuestionId = (id: string): boolean => /^question_[0-9a-z]{26}$/u.test(id);

/** Another account's question and an unknown one are answered alike. */
export function noSuchQuestion(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such saved question. GET /v1/me/saved-questions lists the ids.',
  );
}

import { ServiceError } from '#shared/platform/errors.ts';

export function isCredentialId(id: string): boolean {
  return /^cred_[0-9a-z]{26}$/u.test(id);
}

/** Another account's credential and an unknown one are answered alike. */
export function noSuchCredential(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such API credential, or it was revoked. GET /v1/me/api-credentials lists the ids.',
  );
}

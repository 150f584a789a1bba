import { ServiceError } from '#shared/platform/errors.ts';

/** How old a sign-in may be for what a thief of a session must not do. */
const freshMs = 10 * 60 * 1000;

/**
 * Refuses with `sign_in_again` unless the person has signed in within the last
 * ten minutes. `signedInAt` is ISO 8601, `now` in milliseconds since 1970.
 */
export function requireFreshSignIn(signedInAt: string, now: number): void {
  if (now - Date.parse(signedInAt) <= freshMs) return;
  throw new ServiceError(
    'sign_in_again',
    'This needs a sign-in of the last ten minutes. Sign in again and repeat it. Nothing was changed.',
  );
}

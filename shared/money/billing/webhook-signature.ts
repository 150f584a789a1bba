import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '#shared/platform/errors.ts';

/** Age allowed to a webhook, in both directions; Stripe's own default for the past. */
export const toleranceSeconds = 300;

const header = /^t=(\d{1,12})((?:,v\d=[0-9a-f]+)+)$/u;

/** `t=<unix seconds>,v1=<HMAC-SHA-256 of "t.body">`: the scheme of Stripe's webhooks. */
export function signWebhook(rawBody: string, secret: string, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${digest(rawBody, secret, unixSeconds)}`;
}

/** Refuses a message that is not signed with `secret`, or whose time is more than five minutes off. */
export function verifyWebhook(
  message: { readonly rawBody: string; readonly signature: string | undefined },
  secret: string,
  now: number,
): void {
  const parts = header.exec(message.signature ?? '');
  if (!parts) throw refused('The signature header is missing or malformed.');
  const unixSeconds = Number(parts[1]);
  const expected = Buffer.from(digest(message.rawBody, secret, unixSeconds));
  const candidates = [...(parts[2] ?? '').matchAll(/v1=([0-9a-f]+)/gu)].map((match) => match[1] ?? '');
  if (!candidates.some((candidate) => isSame(Buffer.from(candidate), expected)))
    throw refused('No signature matches the body.');
  requireFresh(unixSeconds, now);
}

/** Refuses a webhook that is older than the tolerance, or as far ahead of this clock. */
export function requireFresh(unixSeconds: number, now: number): void {
  if (!(Math.abs(now / 1000 - unixSeconds) <= toleranceSeconds)) throw refused('The time is out of bounds.');
}

/** The time in a signature header, or NaN. */
export function signedAt(signature: string | undefined): number {
  return Number(/(?:^|,)t=(\d{1,12})(?:,|$)/u.exec(signature ?? '')?.[1] ?? Number.NaN);
}

export function refused(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_credentials', 'The webhook was not accepted: check its signing secret.', {
    reason,
    cause,
  });
}

function digest(rawBody: string, secret: string, unixSeconds: number): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`).digest('hex');
}

function isSame(candidate: Buffer, expected: Buffer): boolean {
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

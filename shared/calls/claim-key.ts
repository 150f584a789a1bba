import type { IdempotencyClaim, IdempotencyStore } from '#shared/callers/idempotency/idempotency-store.ts';
import type { Envelope } from '#shared/contract/envelope.ts';
import { holderOf, type Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Ran } from './run-tool.ts';

/** A call without a key claims nothing; one with a key gets the first answer, or the right to give it. */
export type Claimed = Awaited<ReturnType<IdempotencyStore['claim']>> | typeof nothingClaimed;

const nothingClaimed = { kind: 'claimed', claim: undefined } as const;

interface KeyedCall {
  readonly principal: Principal;
  /** `Idempotency-Key` as it was sent, over whichever protocol. */
  readonly idempotencyKey: string | undefined;
  /** Requests are the same where these two are. */
  readonly endpoint: string;
  readonly input: unknown;
}

/**
 * Same account, same `Idempotency-Key`, same request: the first answer again.
 * Fails with `invalid_idempotency_key`, `idempotency_conflict` or
 * `request_in_progress`.
 */
export async function claimKey(
  { principal, idempotencyKey, endpoint, input }: KeyedCall,
  store: IdempotencyStore,
): Promise<Claimed> {
  const key = parseKey(idempotencyKey);
  if (key === undefined) return nothingClaimed;
  return store.claim({ accountId: holderOf(principal), key, request: { endpoint, input } });
}

/**
 * Keeps an answer under its key, where the call has one, and gives the answer
 * as it was kept. A kept answer is given again word for word, so it waits for
 * its datasets; without a key they are stored beside the charge. Fails where
 * another attempt took the key over.
 */
export async function keepAnswer(
  claim: IdempotencyClaim | undefined,
  { planned, stored }: Pick<Ran, 'planned' | 'stored'>,
  callId: string | undefined,
): Promise<Envelope> {
  if (!claim) return planned;
  const envelope = await stored;
  await claim.keep({ statusCode: 200, body: JSON.stringify(envelope) }, callId);
  return envelope;
}

/** Frees the key of a call that failed, so that a retry runs again. A key that cannot be freed is taken over in time. */
export async function releaseKey(claim: IdempotencyClaim | undefined, logger: CallLogger): Promise<void> {
  try {
    await claim?.release();
  } catch (cause) {
    logger.warn('Idempotency-Key not released', { cause });
  }
}

/** 1-255 visible ASCII characters, bare or as a quoted string (the form of the IETF draft). */
function parseKey(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const key = /^"(?<quoted>[^"]*)"$/u.exec(sent.trim())?.groups?.quoted ?? sent.trim();
  if (/^[\u0021-\u007e]{1,255}$/u.test(key)) return key;
  throw new ServiceError(
    'invalid_idempotency_key',
    'Send an Idempotency-Key of 1 to 255 visible ASCII characters, such as a UUID.',
  );
}

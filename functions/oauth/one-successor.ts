import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { AuthorizationRepository } from '#shared/callers/identity/authorization-repository.ts';
import type { CallResult } from '#shared/http/call.ts';

const model = 'RefreshToken';
const tokenAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ access_token: v.string(), refresh_token: v.string() }),
);

/**
 * Holds a refresh token to one successor: used again within its grace, it gives
 * the one that it gave at first, so that no second chain of tokens begins. The
 * library has made another by then, which is removed before anybody has seen it.
 */
export async function giveOneSuccessor(
  authorizations: Pick<AuthorizationRepository, 'succeed' | 'remove'>,
  form: URLSearchParams,
  answer: CallResult,
): Promise<CallResult> {
  const used = form.get('refresh_token');
  const given = v.safeParse(tokenAnswer, answer.body);
  if (form.get('grant_type') !== 'refresh_token' || used === null) return answer;
  if (answer.statusCode !== 200 || !given.success) return answer;
  const made = given.output.refresh_token;
  const sealed = await authorizations.succeed(model, used, seal(made, used));
  const successor = sealed === undefined ? made : open(sealed, used);
  if (successor === made) return answer;
  await authorizations.remove(model, made);
  return { ...answer, body: JSON.stringify({ ...given.output, refresh_token: successor }) };
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Only who has the former token can read its successor: the table keeps neither. */
function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'oriel refresh successor', 32));
}

function seal(successor: string, token: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(token), iv);
  const text = Buffer.concat([sealing.update(successor, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]).toString('base64url');
}

function open(sealed: string, token: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const opening = createDecipheriv(cipher, keyOf(token), bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString();
}

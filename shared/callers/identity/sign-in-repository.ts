import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import type { SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, putItem, unixSeconds } from './identity-table.ts';
import type { ReviewCodes } from './review-codes.ts';

export const codeSeconds = 10 * 60;
export type CodeDigits = 6 | 8;
const maxTries = 5;

const item = v.object({
  email: v.string(),
  /** Absent where the code that is awaited is one that lasts. */
  code_hmac: v.optional(v.string()),
});

export interface StartedSignIn {
  /** Names the attempt; known to the browser that started it. */
  readonly signInId: string;
  /** Goes to the address and nowhere else. */
  readonly code: string;
}

export interface ProvenAddress {
  readonly email: string;
  /** The one account that a reviewer's code opens; undefined for a code sent by mail. */
  readonly reviewed: string | undefined;
}

/**
 * One-time codes that prove an email address.
 * Codes belong to the attempt and not to the address, so one person cannot use
 * up the tries of another person's sign-in. `codeKeys` key the stored HMACs: six digits
 * could be found from a plain hash.
 */
export function createSignInRepository(
  table: IdentityTable,
  codeKeys: SigningKeyList,
  reviewCodes: Pick<ReviewCodes, 'prove'>,
) {
  const hmac = (key: string, signInId: string, code: string) =>
    createHmac('sha256', key).update(`sign-in ${signInId} ${code}`).digest('base64url');

  const mark = (key: string, email: string) =>
    createHmac('sha256', key).update(`known-browser ${email}`).digest('base64url');

  return {
    /** Begins a sign-in with the reviewer's code of the address, which has it already. */
    async startReview(email: string): Promise<string> {
      const signInId = newId('signin', table.clock());
      await putAttempt(table, signInId, { email });
      return signInId;
    },

    async start(email: string, digits: CodeDigits): Promise<StartedSignIn> {
      const signInId = newId('signin', table.clock());
      const code = String(randomInt(10 ** digits)).padStart(digits, '0');
      await putAttempt(table, signInId, { email, code_hmac: hmac(codeKeys[0], signInId, code) });
      return { signInId, code };
    },

    /**
     * What the code proves, once. Undefined for a wrong code, a sixth
     * try, a second use, another attempt's code or one that has expired.
     */
    async finish(signInId: string, code: string): Promise<ProvenAddress | undefined> {
      const stored = await countTry(table, signInId);
      if (!stored) return undefined;
      const { email, code_hmac: expected } = stored;
      const isProof = (key: string) =>
        expected !== undefined && isSameSecret(expected, hmac(key, signInId, code));
      const reviewed = expected === undefined ? await reviewCodes.prove(email, code) : undefined;
      if (reviewed === undefined && !codeKeys.some(isProof)) return undefined;
      // Of two correct answers at the same time one finds it here.
      return (await removeItem(table, identityKeys.signIn(signInId))) && { email, reviewed };
    },

    /** What a browser keeps once it has signed in with the address. */
    browserMark: (email: string): string => mark(codeKeys[0], email),
    /** Whether a mark was given for this address, by a key that still counts. */
    isMarkOf: (email: string, given: string) => codeKeys.some((key) => isSameSecret(given, mark(key, email))),
  };
}

async function putAttempt(
  table: IdentityTable,
  signInId: string,
  attempt: v.InferOutput<typeof item>,
): Promise<void> {
  const expires_at = unixSeconds(table) + codeSeconds;
  await putItem(table, identityKeys.signIn(signInId), { ...attempt, tries: 0, expires_at });
}

/** Counts before anything is compared, so that parallel guesses cannot share a try. */
async function countTry(table: IdentityTable, signInId: string) {
  const counted = await changeItem(table, identityKeys.signIn(signInId), {
    checks: [
      { test: 'below', path: ['tries'], value: maxTries },
      { test: 'at least', path: ['expires_at'], value: unixSeconds(table) + 1 },
    ],
    steps: [{ do: 'add', path: ['tries'], value: 1 }],
  });
  return counted && v.parse(item, counted);
}

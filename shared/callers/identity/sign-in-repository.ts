import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import type { SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';
import * as identityKeys from './identity-keys.ts';
import { type IdentityTable, putItem, unixSeconds } from './identity-table.ts';

export const codeSeconds = 10 * 60;
export type CodeDigits = 6 | 8;
const maxTries = 5;

const item = v.object({ email: v.string(), code_hmac: v.string() });

/** A sign-in that waits for its code. */
export interface StartedSignIn {
  /** Names the attempt; known to the browser that started it. */
  readonly signInId: string;
  /** Goes to the address and nowhere else. */
  readonly code: string;
}

/** One-time codes that prove an email address. */
export interface SignInRepository {
  start(email: string, digits: CodeDigits): Promise<StartedSignIn>;
  /**
   * The address that the code proves, once. Undefined for a wrong code, a sixth
   * try, a second use, another attempt's code or one that has expired.
   */
  finish(signInId: string, code: string): Promise<string | undefined>;
  /** What a browser keeps once it has signed in with the address. */
  browserMark(email: string): string;
  /** Whether a mark was given for this address, by a key that still counts. */
  isMarkOf(email: string, mark: string): boolean;
}

/**
 * Codes belong to the attempt and not to the address, so one person cannot use
 * up the tries of another person's sign-in. `codeKeys` key the stored HMACs: six digits
 * could be found from a plain hash.
 */
export function createSignInRepository(table: IdentityTable, codeKeys: SigningKeyList): SignInRepository {
  const hmac = (key: string, signInId: string, code: string) =>
    createHmac('sha256', key).update(`sign-in ${signInId} ${code}`).digest('base64url');

  const mark = (key: string, email: string) =>
    createHmac('sha256', key).update(`known-browser ${email}`).digest('base64url');

  return {
    async start(email, digits) {
      const signInId = newId('signin', table.clock());
      const code = String(randomInt(10 ** digits)).padStart(digits, '0');
      await putItem(table, identityKeys.signIn(signInId), {
        email,
        code_hmac: hmac(codeKeys[0], signInId, code),
        tries: 0,
        expires_at: unixSeconds(table) + codeSeconds,
      });
      return { signInId, code };
    },

    async finish(signInId, code) {
      const stored = await countTry(table, signInId);
      const isProof = (key: string) => stored && isSame(stored.code_hmac, hmac(key, signInId, code));
      if (!stored || !codeKeys.some(isProof)) return undefined;
      // Of two correct answers at the same time one finds it here.
      return (await removeItem(table, identityKeys.signIn(signInId))) && stored.email;
    },

    browserMark: (email) => mark(codeKeys[0], email),
    isMarkOf: (email, given) =>
      codeKeys.some((key) => {
        const expected = mark(key, email);
        return given.length === expected.length && isSame(given, expected);
      }),
  };
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

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

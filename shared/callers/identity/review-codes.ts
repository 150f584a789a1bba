import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from './identity-table.ts';

/**
 * As long as the codes that an address gets which was sent many: with the
 * limits on sign-ins, 60 · 5 tries a day find one with 3 in a million.
 */
export const reviewCodeDigits = 8;

const item = v.object({
  email: v.string(),
  account_id: v.string(),
  code_hmac: v.string(),
  pepper: v.string(),
  created_at: v.string(),
  /** Unix seconds. */
  expires_at: v.number(),
});
type StoredCode = v.InferOutput<typeof item>;

export type ReviewCode = Omit<CamelCased<StoredCode>, 'codeHmac' | 'pepper'>;

/** The peppers of API keys: unlike the keys of codes sent by mail they do not rotate away within weeks. */
export type CodePeppers = Pick<ServiceSecrets, 'peppers' | 'current_pepper'>;

export type ReviewCodes = ReturnType<typeof createReviewCodes>;

/**
 * Codes that sign in for days without a mail, for the people who review a
 * service for a directory. An operator makes them; each belongs to one
 * account, and one account has one at a time.
 */
export function createReviewCodes(table: IdentityTable, { peppers, current_pepper }: CodePeppers) {
  const hmac = (pepper: string, email: string, code: string): string | undefined => {
    const key = peppers[pepper];
    return key && createHmac('sha256', key).update(`review code ${email} ${code}`).digest('base64url');
  };
  const read = (email: string) => readItem(table, item, identityKeys.reviewCode(email));
  return {
    /** A new code for the address, shown this once; a former one ends. */
    async issue(
      email: string,
      accountId: string,
      seconds: number,
    ): Promise<ReviewCode & { readonly code: string }> {
      const code = String(randomInt(10 ** reviewCodeDigits)).padStart(reviewCodeDigits, '0');
      const codeHmac = hmac(current_pepper, email, code);
      if (codeHmac === undefined)
        throw new Error(`The service secret names pepper ${current_pepper} but does not hold it.`);
      const stored: StoredCode = {
        email,
        account_id: accountId,
        code_hmac: codeHmac,
        pepper: current_pepper,
        created_at: isoTime(table.clock()),
        expires_at: unixSeconds(table) + seconds,
      };
      await putItem(table, identityKeys.reviewCode(email), stored);
      return { ...toReviewCode(stored), code };
    },
    async find(email: string): Promise<ReviewCode | undefined> {
      const stored = await read(email);
      return stored && toReviewCode(stored);
    },
    /** The account that the code of the address opens; undefined for any other code. */
    async prove(email: string, code: string): Promise<string | undefined> {
      const stored = await read(email);
      const expected = stored && hmac(stored.pepper, email, code);
      return expected !== undefined && isSameSecret(stored?.code_hmac ?? '', expected)
        ? stored?.account_id
        : undefined;
    },
    async list(): Promise<readonly ReviewCode[]> {
      return (await listItems(table, item, identityKeys.reviewCodes())).map(toReviewCode);
    },
    /** Ends it with effect on the next sign-in; false where there was none. */
    async revoke(email: string): Promise<boolean> {
      return (await removeItem(table, identityKeys.reviewCode(email))) !== undefined;
    },
  };
}

const toReviewCode = ({ code_hmac: _, pepper: _pepper, ...shown }: StoredCode): ReviewCode =>
  camelCased(shown);

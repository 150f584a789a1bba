import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { PublishedKeys } from './signing-keys.ts';

export interface AccountReader {
  find(accountId: string): Promise<Account | undefined>;
}

export interface VerifierOptions {
  readonly issuer: string;
  readonly keys: PublishedKeys;
  readonly clock: Clock;
}

/** One kind of token; none passes for another. */
interface TokenKind<Claims extends v.GenericSchema> {
  /** Media type, such as `session+jwt`. */
  readonly typ: string;
  readonly audience: string;
  readonly maxAgeSeconds: number;
  readonly claims: Claims;
}

/** Whether a secret has the three-part form of a token; cheap, for choosing who looks at it. */
export function looksLikeToken(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(secret);
}

/** What a token of this kind claims; undefined where it is not valid. */
export async function tokenClaims<Claims extends v.GenericSchema>(
  secret: string,
  { claims, ...kind }: TokenKind<Claims>,
  { issuer, keys, clock }: VerifierOptions,
): Promise<v.InferOutput<Claims> | undefined> {
  const { verifyToken } = await import('./json-web-token.ts');
  const parsed = v.safeParse(claims, await verifyToken(secret, keys.find, { ...kind, issuer, now: clock() }));
  return parsed.success ? parsed.output : undefined;
}

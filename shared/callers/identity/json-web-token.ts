import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { PrivateKey, PublicKey } from './signing-keys.ts';

// Import this module dynamically: calls with an API key need none of it.

/** Longest token that is parsed; ours are under 1 KiB. */
const maxTokenLength = 4_096;
/** How far two machines' clocks may be apart. */
const clockToleranceSeconds = 5;
/** Fixed, so that a token cannot choose how it is verified. */
const algorithm = 'ES256';

/** What every token of ours says; times in seconds since 1970. */
export interface Claims extends JWTPayload {
  readonly iss: string;
  readonly aud: string | string[];
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
}

interface Expected {
  /** Media type of the token, such as `session+jwt`; keeps one kind from passing for another. */
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
  /** Oldest that a token of this kind may be, whatever end it names. */
  readonly maxAgeSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function signToken(claims: Claims, typ: string, key: PrivateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ, kid: key.kid }).sign(key);
}

/**
 * The claims of a token that is ours, in time and meant for `audience`, else
 * undefined. Rejects only with what `findKey` rejects with: storage that does
 * not answer makes no token invalid.
 */
export async function verifyToken(
  token: string,
  findKey: (kid: string) => Promise<PublicKey | undefined>,
  expected: Expected,
): Promise<JWTPayload | undefined> {
  if (token.length > maxTokenLength) return undefined;
  const { typ, issuer, audience, maxAgeSeconds, now } = expected;
  try {
    const { payload } = await jwtVerify(token, async ({ kid }) => publishedKey(kid, findKey), {
      algorithms: [algorithm],
      typ,
      issuer,
      audience,
      requiredClaims: ['sub', 'exp'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

async function publishedKey(
  kid: unknown,
  findKey: (kid: string) => Promise<PublicKey | undefined>,
): Promise<PublicKey> {
  const key = typeof kid === 'string' ? await findKey(kid) : undefined;
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}

import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { deriveBytes, deriveSigningKeys, type SigningKeys } from './signing-keys.ts';

/**
 * What only the functions may read that sign people in and issue tokens: one
 * JSON document in the secret store, or a file of mode 600 on one machine.
 */
const signingSecret = v.object({
  seed: v.pipe(v.string(), v.minLength(32)),
  /** Raised by one to rotate; at most once in 8 hours, the life of the longest token. */
  generation: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});
type SigningSecret = v.InferOutput<typeof signingSecret>;

/** Everything that is derived from the signing secret. */
export interface SigningMaterial {
  readonly keys: SigningKeys;
  /** Keys that sign the authorization server's cookies, newest first. */
  readonly cookieKeys: readonly string[];
}

export function generateSigningSecret(): SigningSecret {
  return { seed: randomBytes(32).toString('base64url'), generation: 1 };
}

/** The secret of the next generation. What was signed before stays valid until it expires. */
export function rotateSigningSecret(text: string): SigningSecret {
  const secret = parseSecret(text);
  return { ...secret, generation: secret.generation + 1 };
}

/** Keys from the text of the secret. */
export function openSigningSecret(text: string): SigningMaterial {
  const { seed, generation } = parseSecret(text);
  const cookieKey = (of: number) => deriveBytes(seed, `cookie key ${of}`).toString('base64url');
  return {
    keys: deriveSigningKeys(seed, generation),
    // Two, so that sign-ins under way survive a rotation.
    cookieKeys: [cookieKey(generation), cookieKey(generation - 1)],
  };
}

function parseSecret(text: string): SigningSecret {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signingSecret), text);
  // The issues of a failed parse quote the input, which is secret here.
  if (!parsed.success) throw new Error('The signing secret is not in its expected form.');
  return parsed.output;
}

import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { firstRing, type KeyRing, keyRing, sourcesOf, turnRing } from '#shared/platform/secrets/key-ring.ts';
import { deriveBytes, deriveSigningKeys, type SigningKeys } from './signing-keys.ts';

/**
 * What only the functions may read that sign people in and issue tokens: one
 * JSON document in the secret store, or a file of mode 600 on one machine. It
 * begins as a seed, and is a ring from its first rotation on.
 */
const signingSecret = v.union([
  v.object({ ring: keyRing }),
  v.object({
    seed: v.pipe(v.string(), v.minLength(32)),
    generation: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  }),
]);
type SigningSecret = v.InferOutput<typeof signingSecret>;

/** Everything that is derived from the signing secret. */
export interface SigningMaterial {
  readonly keys: SigningKeys;
  /** Keys of the authorization server's cookies: the first signs, sign-ins under way survive a rotation by the others. */
  readonly cookieKeys: readonly string[];
}

export function generateSigningSecret(): SigningSecret {
  return { seed: randomBytes(32).toString('base64url'), generation: 1 };
}

/**
 * The text of the secret after one step of rotation. What was signed before
 * stays valid until it expires, if eight hours pass before the next step.
 */
export function rotateSigningSecret(text: string): string {
  return JSON.stringify({ ring: turnRing(parseRing(text)) });
}

/** Keys from the text of the secret. */
export function openSigningSecret(text: string): SigningMaterial {
  const ring = parseRing(text);
  return {
    keys: deriveSigningKeys(ring),
    cookieKeys: sourcesOf(ring).map(({ seed, generation }) =>
      deriveBytes(seed, `cookie key ${generation}`).toString('base64url'),
    ),
  };
}

function parseRing(text: string): KeyRing {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signingSecret), text);
  // The issues of a failed parse quote the input, which is secret here.
  if (!parsed.success) throw new Error('The signing secret is not in its expected form.');
  return 'ring' in parsed.output ? parsed.output.ring : firstRing(parsed.output);
}

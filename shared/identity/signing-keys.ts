import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** A P-256 public key as RFC 7517 writes it, with its id. */
export const publicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
});
export type PublicKey = v.InferOutput<typeof publicKey>;

const privateKey = v.object({ ...publicKey.entries, d: v.string() });
export type PrivateKey = v.InferOutput<typeof privateKey>;

/**
 * The keys of one moment: `current` signs, `next` is published ahead so that
 * every verifier knows it before it signs, `retired` still verify.
 */
export const signingKeys = v.object({
  current: privateKey,
  next: privateKey,
  retired: v.array(v.object({ key: publicKey, retired_at: v.number() })),
});
export type SigningKeys = v.InferOutput<typeof signingKeys>;

/** Longer than any token lives (8 hours), with room for functions that still hold the old set. */
const retiredKeySeconds = 48 * 60 * 60;

export function generateSigningKeys(): SigningKeys {
  return { current: generateKey(), next: generateKey(), retired: [] };
}

/** One step of rotation: next becomes current, current is retired, a new next is made. `now` in milliseconds. */
export function rotateSigningKeys(keys: SigningKeys, now: number): SigningKeys {
  const nowSeconds = Math.floor(now / 1000);
  const stillNeeded = keys.retired.filter((entry) => entry.retired_at > nowSeconds - retiredKeySeconds);
  return {
    current: keys.next,
    next: generateKey(),
    retired: [{ key: withoutSecret(keys.current), retired_at: nowSeconds }, ...stillNeeded],
  };
}

/** All keys that verify, as the key set endpoint and the tools see them. */
export function publicKeysOf(keys: SigningKeys): readonly PublicKey[] {
  return [withoutSecret(keys.current), withoutSecret(keys.next), ...keys.retired.map((entry) => entry.key)];
}

function withoutSecret({ d: _, ...open }: PrivateKey): PublicKey {
  return open;
}

function generateKey(): PrivateKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(9).toString('base64url');
  return v.parse(privateKey, { ...pair.privateKey.export({ format: 'jwk' }), kid });
}

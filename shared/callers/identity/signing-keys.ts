import { createECDH, createHash, hkdfSync } from 'node:crypto';
import * as v from 'valibot';
import type { KeyRing, KeySource } from '#shared/platform/secrets/key-ring.ts';

/** A P-256 public key as RFC 7517 writes it, with its id. */
export const publicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
});
export type PublicKey = v.InferOutput<typeof publicKey>;

export interface PrivateKey extends PublicKey {
  readonly d: string;
}

/**
 * The keys of one moment: `current` signs, `next` is published ahead so that
 * every verifier knows it before it signs, `previous` still verifies what it
 * signed.
 */
export interface SigningKeys {
  readonly current: PrivateKey;
  readonly next: PrivateKey;
  readonly previous: PrivateKey | undefined;
}

/**
 * The keys of a ring, always the same ones for the same ring. So functions that
 * start at the same time agree without writing anything.
 */
export function deriveSigningKeys({ current, next, previous }: KeyRing): SigningKeys {
  return {
    current: deriveKey(current),
    next: deriveKey(next),
    previous: previous && deriveKey(previous),
  };
}

/** All keys that verify, as the key set endpoint and the tools see them. */
export function publicKeysOf({ current, next, previous }: SigningKeys): readonly PublicKey[] {
  return [current, next, previous].filter((key) => key !== undefined).map(({ d: _, ...open }) => open);
}

/** 32 bytes for a purpose, from the seed (HKDF, RFC 5869). */
export function deriveBytes(seed: string, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, 'oriel identity', purpose, length));
}

/** Order of the curve P-256 (SEC 2, section 2.4.2). */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than the order has, so that the remainder has no bias that matters (FIPS 186-5, A.2.1). */
const candidateBytes = 48;

function deriveKey({ seed, generation }: KeySource): PrivateKey {
  const candidate = deriveBytes(seed, `signing key ${generation}`, candidateBytes);
  const scalar = (BigInt(`0x${candidate.toString('hex')}`) % (curveOrder - 1n)) + 1n;
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  // Uncompressed point: one byte of format, then x and y.
  const point = curve.getPublicKey();
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const kid = thumbprint(x, y);
  return { kty: 'EC', crv: 'P-256', x, y, kid, d: secret.toString('base64url') };
}

/** RFC 7638: the key's own digest as its id. */
function thumbprint(x: string, y: string): string {
  const members = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y });
  return createHash('sha256').update(members).digest('base64url');
}

import { createPrivateKey, createPublicKey } from 'node:crypto';
import * as fc from 'fast-check';
import { deriveSigningKeys, publicKeysOf } from '#shared/identity/signing-keys.ts';
import {
  generateSigningSecret,
  openSigningSecret,
  rotateSigningSecret,
} from '#shared/identity/signing-secret.ts';

const seed = 'a seed that is long enough to be one';

describe('the signing keys', () => {
  it('are the same wherever they are derived from the same seed', () => {
    expect(deriveSigningKeys(seed, 1)).toEqual(deriveSigningKeys(seed, 1));
    expect(deriveSigningKeys(seed, 1).current.kid).not.toBe(deriveSigningKeys(`${seed}!`, 1).current.kid);
  });

  it('are valid P-256 pairs for every seed and generation', async () => {
    await fc.assert(
      fc.property(fc.string({ minLength: 32 }), fc.integer({ min: 1, max: 1_000 }), (anySeed, generation) => {
        const { kid: _, ...jwk } = deriveSigningKeys(anySeed, generation).current;
        const derived = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
        expect(derived.export({ format: 'jwk' })).toMatchObject({ x: jwk.x, y: jwk.y });
      }),
      { seed: 6, numRuns: 50 },
    );
  });

  it('are published without their private halves', () => {
    const published = publicKeysOf(deriveSigningKeys(seed, 2));
    expect(published).toHaveLength(3);
    expect(published.flatMap((key) => Object.keys(key))).not.toContain('d');
  });
});

describe('a rotation of the signing secret', () => {
  const before = JSON.stringify(generateSigningSecret());
  const [old, rotated] = [before, JSON.stringify(rotateSigningSecret(before))].map(openSigningSecret);

  it('signs with the key that was published ahead, and keeps the old one for verifying', () => {
    expect(rotated?.keys.current).toEqual(old?.keys.next);
    expect(rotated?.keys.previous).toEqual(old?.keys.current);
  });

  it('keeps the cookies of sign-ins under way readable', () => {
    expect(rotated?.cookieKeys).toContain(old?.cookieKeys[0]);
    expect(rotated?.cookieKeys[0]).not.toBe(old?.cookieKeys[0]);
  });
});

describe('a damaged signing secret', () => {
  it('is never quoted in the error about it', () => {
    expect(() => openSigningSecret('{"seed":"hush"}')).toThrow('not in its expected form');
    expect(() => openSigningSecret('{"seed":"hush"}')).not.toThrow('hush');
  });
});

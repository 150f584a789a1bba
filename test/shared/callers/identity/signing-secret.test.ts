import { createPrivateKey, createPublicKey } from 'node:crypto';
import * as fc from 'fast-check';
import {
  deriveSigningKeys as deriveRing,
  generateSigningSecret,
  openSigningSecret,
  publicKeysOf,
  rotateSigningSecret,
} from '#shared/callers/identity/signing-keys.ts';
import { firstRing } from '#shared/platform/secrets/service-secrets.ts';

const seed = 'a seed that is long enough to be one';
const deriveSigningKeys = (from: string, generation: number) =>
  deriveRing(firstRing({ seed: from, generation }));

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
  const texts = [JSON.stringify(generateSigningSecret())];
  for (let step = 0; step < 4; step += 1) texts.push(rotateSigningSecret(texts.at(-1) ?? ''));
  const steps = texts.map(openSigningSecret);
  const pairs = steps.slice(1).map((after, index) => ({ before: steps[index], after }));

  it.each(pairs)(
    'signs with the key that was published ahead, and keeps the old one for verifying',
    (step) => {
      expect(step.after.keys.current).toEqual(step.before?.keys.next);
      expect(step.after.keys.previous).toEqual(step.before?.keys.current);
    },
  );

  it.each(pairs)('lets holders of the secret before or after it read cookies', ({ before, after }) => {
    expect(after.cookieKeys).toContain(before?.cookieKeys[0]);
    expect(before?.cookieKeys).toContain(after.cookieKeys[0]);
    expect(after.cookieKeys[0]).not.toBe(before?.cookieKeys[0]);
  });

  it('never uses a key twice, and after three steps holds nothing of the first seed', () => {
    const ids = steps.map(({ keys }) => keys.current.kid);
    expect(new Set(ids).size).toBe(ids.length);
    const { seed: first } = JSON.parse(texts[0] ?? '');
    expect(texts.map((text) => text.includes(first))).toEqual([true, true, true, false, false]);
  });
});

describe('a damaged signing secret', () => {
  it('is never quoted in the error about it', () => {
    expect(() => openSigningSecret('{"seed":"hush"}')).toThrow('not in its expected form');
    expect(() => openSigningSecret('{"seed":"hush"}')).not.toThrow('hush');
  });
});

import { createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  firstRing,
  type KeyRing,
  type KeySource,
  keyRing,
  sourcesOf,
  turnRing,
} from '#shared/platform/secrets/service-secrets.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, putItem, readItem } from './identity-table.ts';

/** A P-256 public key as RFC 7517 writes it, with its id. */
const publicKey = v.object({
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

type SigningKeys = ReturnType<typeof deriveSigningKeys>;

/**
 * The keys of a ring, always the same ones for the same ring. So functions that start at the same time agree
 * without writing anything. `current` signs, `next` is published ahead so that every verifier knows it before
 * it signs, `previous` still verifies what it signed.
 */
export function deriveSigningKeys({ current, next, previous }: KeyRing) {
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
function deriveBytes(seed: string, purpose: string, length = 32): Buffer {
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

/** A rotation publishes a key long before it signs, so a copy this old still knows every key in use. */
const cacheMs = 5 * 60_000;
/** Unknown key ids re-read the item at most this often, so that forged tokens cost no reads. */
const minRefreshMs = 10_000;

const item = v.object({ keys: v.array(publicKey) });

export type PublishedKeys = ReturnType<typeof createPublishedKeys>;

/** The public halves of the signing keys, where functions without access to the secret find them. */
export function createPublishedKeys(table: IdentityTable) {
  let known: readonly PublicKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  let reading: Promise<void> | undefined;

  async function readNow(): Promise<void> {
    known = (await readItem(table, item, identityKeys.publicKeys()))?.keys ?? [];
    readAt = table.clock();
  }

  /** One read for all who wait for it: a second caller must not find the list still empty. */
  function read(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const withId = (kid: string) => known.find((key) => key.kid === kid);

  return {
    async find(kid: string): Promise<PublicKey | undefined> {
      const age = table.clock() - readAt;
      if (age > cacheMs || (!withId(kid) && age > minRefreshMs)) await read();
      return withId(kid);
    },
    /** Publishes the keys; call it before signing with them. */
    async publish(keys: readonly PublicKey[]): Promise<void> {
      await read();
      if (keys.length === known.length && keys.every((key) => withId(key.kid))) return;
      await putItem(table, identityKeys.publicKeys(), { keys: [...keys] });
      known = keys;
    },
  };
}

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

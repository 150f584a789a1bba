import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import type { PrivateKey, PublicKey } from './signing-keys.ts';

/** Longest token that is parsed; ours are under 1 KiB. */
const maxTokenLength = 4_096;
/** How far two machines' clocks may be apart. */
const clockToleranceSeconds = 5;

const headerSchema = v.object({
  alg: v.literal('ES256'),
  typ: v.string(),
  kid: v.string(),
  // RFC 7515, section 4.1.11: an implementation that does not understand an extension must refuse the token.
  crit: v.optional(v.undefined()),
});

const claimsSchema = v.looseObject({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  sub: v.string(),
  exp: v.number(),
  iat: v.number(),
});

export type Claims = v.InferOutput<typeof claimsSchema>;

interface Expected {
  /** Media type of the token, such as `session+jwt`; keeps one kind from passing for another. */
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Signs a JSON Web Token with ES256. */
export function signToken(claims: Claims, typ: string, key: PrivateKey): string {
  const signed = `${encode({ alg: 'ES256', typ, kid: key.kid })}.${encode(claims)}`;
  const privateKey = createPrivateKey({ key: { ...key }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/**
 * The claims of a token that is ours, in time and meant for `audience`, else
 * undefined. Written on `node:crypto` alone, because it is part of every
 * function's bundle. The algorithm is fixed, so a token cannot choose it.
 */
export async function verifyToken(
  token: string,
  findKey: (kid: string) => Promise<PublicKey | undefined>,
  expected: Expected,
): Promise<Claims | undefined> {
  const parts = token.length <= maxTokenLength ? token.split('.') : [];
  const [head, body, signature, ...rest] = parts;
  if (!head || !body || !signature || rest.length > 0) return undefined;
  const header = decode(headerSchema, head);
  const claims = decode(claimsSchema, body);
  if (!header || !claims || mediaType(header.typ) !== expected.typ) return undefined;
  if (!isCurrent(claims, expected)) return undefined;
  const key = await findKey(header.kid);
  if (!key || !isSignedBy(publicKeyObject(key), `${head}.${body}`, signature)) return undefined;
  return claims;
}

/** Whether a secret has the three-part form of a token; cheap, for choosing who looks at it. */
export function looksLikeToken(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(secret);
}

function isCurrent(claims: Claims, expected: Expected): boolean {
  const nowSeconds = expected.now / 1000;
  const audiences = [claims.aud].flat();
  return (
    claims.iss === expected.issuer &&
    audiences.includes(expected.audience) &&
    claims.exp > nowSeconds - clockToleranceSeconds &&
    claims.iat < nowSeconds + clockToleranceSeconds
  );
}

/** RFC 7515, section 4.1.9: compared without case, `application/` may be left out. */
function mediaType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//u, '');
}

function publicKeyObject({ kid: _, ...jwk }: PublicKey): KeyObject {
  return createPublicKey({ key: jwk, format: 'jwk' });
}

function isSignedBy(key: KeyObject, signed: string, signature: string): boolean {
  return verify(
    'sha256',
    Buffer.from(signed),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  part: string,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), schema),
    Buffer.from(part, 'base64url').toString(),
  );
  return parsed.success ? parsed.output : undefined;
}

import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { CompactSign, FlattenedSign } from 'jose';
import { type Claims, signToken, verifyToken } from '#shared/callers/identity/json-web-token.ts';
import { deriveSigningKeys, publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import { firstRing } from '#shared/platform/secrets/service-secrets.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const seconds = now / 1000;
const keys = deriveSigningKeys(firstRing({ seed: 'a seed for these tests', generation: 1 }));
const expected = {
  typ: 'session+jwt',
  issuer: 'https://a',
  audience: 'https://a/v1',
  maxAgeSeconds: 60,
  now,
};
const claims: Claims = {
  iss: 'https://a',
  aud: 'https://a/v1',
  sub: 'acct_1',
  iat: seconds,
  exp: seconds + 60,
};

const find = async (kid: string) => publicKeysOf(keys).find((key) => key.kid === kid);
const verify = async (token: string | Promise<string>) => verifyToken(await token, find, expected);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('verification of our tokens', () => {
  it('accepts what we signed', async () => {
    expect(await verify(signToken(claims, 'session+jwt', keys.current))).toEqual(claims);
    expect(await verify(signToken(claims, 'application/Session+JWT', keys.current))).toEqual(claims);
  });

  it('refuses another kind of token, issuer, audience or time', async () => {
    const refused = [
      signToken(claims, 'at+jwt', keys.current),
      signToken(claims, 'JWT', keys.current),
      signToken({ ...claims, iss: 'https://b' }, 'session+jwt', keys.current),
      signToken({ ...claims, aud: 'https://a/mcp' }, 'session+jwt', keys.current),
      signToken({ ...claims, aud: [] }, 'session+jwt', keys.current),
      signToken({ ...claims, exp: seconds - 6 }, 'session+jwt', keys.current),
      signToken({ ...claims, iat: seconds + 60, exp: seconds + 120 }, 'session+jwt', keys.current),
    ];
    for (const token of refused) expect(await verify(token)).toBeUndefined();
  });

  it('refuses `alg: none`, with and without a signature', async () => {
    const head = encode({ alg: 'none', typ: 'session+jwt', kid: keys.current.kid });
    expect(await verify(`${head}.${encode(claims)}.`)).toBeUndefined();
    expect(await verify(`${head}.${encode(claims)}.AAAA`)).toBeUndefined();
  });

  it('refuses a public key that is used as the secret of an HMAC', async () => {
    const head = encode({ alg: 'HS256', typ: 'session+jwt', kid: keys.current.kid });
    const signed = `${head}.${encode(claims)}`;
    const secret = JSON.stringify(publicKeysOf(keys)[0]);
    const forged = createHmac('sha256', secret).update(signed).digest('base64url');
    expect(await verify(`${signed}.${forged}`)).toBeUndefined();
  });

  it('refuses extensions that it does not know', async () => {
    const { kid } = keys.current;
    const signed = (header: Record<string, unknown>) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', typ: 'session+jwt', kid, ...header })
        .sign(keys.current, { crit: { 'x-other': true } });
    expect(await verify(signed({}))).toEqual(claims);
    expect(await verify(signed({ crit: ['x-other'], 'x-other': 1 }))).toBeUndefined();
  });

  it('refuses a body that is not encoded', async () => {
    const body = JSON.stringify(claims);
    const header = { alg: 'ES256', typ: 'session+jwt', kid: keys.current.kid, crit: ['b64'], b64: false };
    const signed = await new FlattenedSign(Buffer.from(body)).setProtectedHeader(header).sign(keys.current);
    expect(await verify(`${signed.protected}.${body}.${signed.signature}`)).toBeUndefined();
  });

  it('refuses a token that leaves out one of its claims', async () => {
    for (const name of Object.keys(claims)) {
      const rest = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
      const token = new CompactSign(Buffer.from(JSON.stringify(rest)))
        .setProtectedHeader({ alg: 'ES256', typ: 'session+jwt', kid: keys.current.kid })
        .sign(keys.current);
      expect([name, await verify(token)]).toEqual([name, undefined]);
    }
  });

  it('refuses a token that names no key, or is older than its kind may be', async () => {
    const unnamed = new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', typ: 'session+jwt' })
      .sign(keys.current);
    expect(await verify(unnamed)).toBeUndefined();
    expect(await verify(signToken({ ...claims, iat: seconds - 66 }, 'session+jwt', keys.current))).toBe(
      undefined,
    );
  });

  it('fails where the keys cannot be read, so that no valid token is called invalid', async () => {
    const token = await signToken(claims, 'session+jwt', keys.current);
    const unreadable = () => Promise.reject(new Error('no storage'));
    await expect(verifyToken(token, unreadable, expected)).rejects.toThrow('no storage');
  });

  it('refuses a key that is not published', async () => {
    expect(
      await verify(
        signToken(
          claims,
          'session+jwt',
          deriveSigningKeys(firstRing({ seed: 'another seed', generation: 1 })).current,
        ),
      ),
    ).toBeUndefined();
  });

  it('refuses every token of which one character was changed', async () => {
    const token = await signToken(claims, 'session+jwt', keys.current);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'B', '.', '_'),
        async (at, character) => {
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          const result = await verify(changed);
          // The last character of base64url may carry unused bits: then the bytes are the same.
          const same = changed.split('.').every((part, index) => {
            return Buffer.from(part, 'base64url').equals(
              Buffer.from(token.split('.')[index] ?? '', 'base64url'),
            );
          });
          expect(result !== undefined).toBe(same);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it('never throws on rubbish', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (text) => {
        expect(await verify(text)).toBeUndefined();
        expect(await verify(`${encode(text)}.${encode(text)}.x`)).toBeUndefined();
        const head = encode({ alg: 'ES256', typ: 'session+jwt', kid: keys.current.kid });
        expect(await verify(`${head}.${encode(text)}.${encode(text)}`)).toBeUndefined();
        expect(await verify(`${head}.${encode(claims)}.${text}`)).toBeUndefined();
      }),
      { seed: 6, numRuns: 200 },
    );
  });
});

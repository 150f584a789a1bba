import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { generateSigningKeys, rotateSigningKeys, signingKeys } from './signing-keys.ts';

/** What only the functions may read that sign people in and issue tokens. */
const signingSecret = v.object({
  signing: signingKeys,
  /** Keys that sign the authorization server's cookies, newest first. */
  cookie_keys: v.pipe(v.array(v.pipe(v.string(), v.minLength(32))), v.minLength(1)),
});
export type SigningSecret = v.InferOutput<typeof signingSecret>;

/** One text in a secret store: a file on one machine, Secrets Manager when deployed. */
export interface SecretText {
  /** Undefined where nothing was stored yet. */
  read(): Promise<string | undefined>;
  /** Stores the first text; returns what is stored, which is another's where two tried at once. */
  create(text: string): Promise<string>;
  replace(text: string): Promise<void>;
}

/** The secret, generated at its first use. */
export async function loadSigningSecret(store: SecretText): Promise<SigningSecret> {
  const stored = await store.read();
  return parseSecret(stored ?? (await store.create(JSON.stringify(generateSecret()))));
}

/** One step of key rotation, stored. What was signed before stays valid until it expires. */
export async function rotateSigningSecret(store: SecretText, now: number): Promise<SigningSecret> {
  const secret = await loadSigningSecret(store);
  const rotated: SigningSecret = {
    signing: rotateSigningKeys(secret.signing, now),
    // Two are kept, so that sign-ins under way survive a rotation.
    cookie_keys: [randomKey(), ...secret.cookie_keys].slice(0, 2),
  };
  await store.replace(JSON.stringify(rotated));
  return rotated;
}

function generateSecret(): SigningSecret {
  return { signing: generateSigningKeys(), cookie_keys: [randomKey()] };
}

function parseSecret(text: string): SigningSecret {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signingSecret), text);
  // The issues of a failed parse quote the input, which is secret here.
  if (!parsed.success) throw new Error('The signing secret is not in its expected form.');
  return parsed.output;
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}

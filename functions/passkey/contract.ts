import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { signInGrants } from '#shared/contract/role.ts';

const encoded = v.pipe(v.string(), v.maxLength(20_000));
const transports = v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));
const passkeyName = v.pipe(v.string(), v.trim(), v.maxLength(80));

/** What a browser's authenticator answers (WebAuthn Level 3, section 5.1), as JSON; browsers add members of their own. */
const credential = {
  id: encoded,
  rawId: encoded,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
};

/** Bodies of the passkey routes. All are POST, and all check where they come from. */
export const passkeyBodies = {
  register: v.object({
    name: v.optional(passkeyName, 'Passkey'),
    response: v.looseObject({
      ...credential,
      response: v.looseObject({
        clientDataJSON: encoded,
        attestationObject: encoded,
        transports: v.exactOptional(transports),
      }),
    }),
  }),
  signIn: v.object({
    response: v.looseObject({
      ...credential,
      response: v.looseObject({
        clientDataJSON: encoded,
        authenticatorData: encoded,
        signature: encoded,
        userHandle: v.exactOptional(encoded),
      }),
    }),
  }),
  rename: v.object({ passkey_id: encoded, name: v.pipe(passkeyName, v.minLength(1)) }),
  remove: v.object({ passkey_id: encoded }),
};

const required = v.picklist(['discouraged', 'preferred', 'required']);
const knownCredentials = v.array(
  v.object({ id: v.string(), type: v.string(), transports: v.exactOptional(v.array(v.string())) }),
);

/** What a page hands to the browser's authenticator to make a passkey (WebAuthn Level 3, section 5.4). */
const registerOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.exactOptional(v.string()), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.exactOptional(v.number()),
  excludeCredentials: v.exactOptional(knownCredentials),
  authenticatorSelection: v.exactOptional(
    v.object({
      residentKey: v.exactOptional(required),
      requireResidentKey: v.exactOptional(v.boolean()),
      userVerification: v.exactOptional(required),
    }),
  ),
  attestation: v.exactOptional(v.picklist(['direct', 'enterprise', 'indirect', 'none'])),
  extensions: v.exactOptional(v.object({ credProps: v.exactOptional(v.boolean()) })),
});

/** The same for a signature with a passkey (section 5.5). */
const signInOptions = v.object({
  challenge: v.string(),
  rpId: v.exactOptional(v.string()),
  timeout: v.exactOptional(v.number()),
  allowCredentials: v.exactOptional(knownCredentials),
  userVerification: v.exactOptional(required),
});

const listedPasskey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});

/** What each passkey route answers with status 200. The dashboard's types are made from this. */
export const passkeyAnswers = {
  '/session/passkey/register/options': registerOptions,
  '/session/passkey/register': v.object({ passkey_id: v.string(), name: v.string() }),
  '/session/passkey/sign-in/options': signInOptions,
  '/session/passkey/sign-in': v.object({ account_id: v.string(), session_id: v.string() }),
  '/session/passkey/list': v.object({ passkeys: v.array(listedPasskey) }),
  '/session/passkey/rename': listedPasskey,
  '/session/passkey/remove': v.object({ removed: v.literal(true) }),
};

export type PasskeyAnswer<Path extends keyof typeof passkeyAnswers> = v.InferInput<
  (typeof passkeyAnswers)[Path]
>;

export const passkeyFunction = {
  name: 'passkey',
  module: 'passkey/actions.ts',
  description: 'Registers passkeys and signs people in with them.',
  routes: [
    { method: 'POST', path: '/session/passkey/register/options' },
    { method: 'POST', path: '/session/passkey/register' },
    { method: 'POST', path: '/session/passkey/sign-in/options' },
    { method: 'POST', path: '/session/passkey/sign-in' },
    { method: 'POST', path: '/session/passkey/list' },
    { method: 'POST', path: '/session/passkey/rename' },
    { method: 'POST', path: '/session/passkey/remove' },
  ],
  grants: signInGrants,
  timeoutSeconds: 10,
  sendsMail: true,
} as const satisfies RoutedFunction;

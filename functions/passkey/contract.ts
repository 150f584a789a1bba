import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/routed-function.ts';

const encoded = v.pipe(v.string(), v.maxLength(20_000));
const transports = v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));

/** What a browser's authenticator answers (WebAuthn Level 3, section 5.1), as JSON. */
const credential = {
  id: encoded,
  rawId: encoded,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.object({}), {}),
};

/** Bodies of the passkey routes. All are POST, and all check where they come from. */
export const passkeyBodies = {
  register: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80)), 'Passkey'),
    response: v.object({
      ...credential,
      response: v.object({
        clientDataJSON: encoded,
        attestationObject: encoded,
        transports: v.exactOptional(transports),
      }),
    }),
  }),
  signIn: v.object({
    response: v.object({
      ...credential,
      response: v.object({
        clientDataJSON: encoded,
        authenticatorData: encoded,
        signature: encoded,
        userHandle: v.exactOptional(encoded),
      }),
    }),
  }),
  remove: v.object({ passkey_id: encoded }),
};

export const passkeyFunction = {
  name: 'passkey',
  folder: 'passkey',
  description: 'Registers passkeys and signs people in with them.',
  routes: [
    { method: 'POST', path: '/session/passkey/register/options' },
    { method: 'POST', path: '/session/passkey/register' },
    { method: 'POST', path: '/session/passkey/sign-in/options' },
    { method: 'POST', path: '/session/passkey/sign-in' },
    { method: 'POST', path: '/session/passkey/list' },
    { method: 'POST', path: '/session/passkey/remove' },
  ],
  grants: {
    tables: {
      accounts: ['GetItem'],
      identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    secrets: ['service'],
    objects: [],
  },
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;

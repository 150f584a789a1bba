import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { askSession } from '../../api/session.ts';

/** Asks this device for a passkey and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await askSession('/session/passkey/sign-in/options');
  const response = await startAuthentication({ optionsJSON }).catch(plainly);
  await askSession('/session/passkey/sign-in', { response });
}

/** Makes a passkey on this device for the account that is signed in. */
export async function registerPasskey(name: string): Promise<void> {
  const optionsJSON = await askSession('/session/passkey/register/options');
  const response = await startRegistration({ optionsJSON }).catch(plainly);
  await askSession('/session/passkey/register', { name, response });
}

const reasons: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has a passkey of this account already.',
  ERROR_CEREMONY_ABORTED: 'The browser was asked to stop. Try again.',
  ERROR_INVALID_DOMAIN: 'Browsers keep passkeys for names, not for addresses. Open this page under its name.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device cannot keep passkeys.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device has no fingerprint, face or PIN set up.',
};

/** The browser's refusal in words that help. */
function plainly(error: unknown): never {
  const reason = error instanceof WebAuthnError ? reasons[error.code] : undefined;
  if (reason) throw new Error(reason, { cause: error });
  if (error instanceof Error && error.name === 'NotAllowedError')
    throw new Error('The device did not confirm in time. Try again.', { cause: error });
  throw error;
}

import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { askSession } from '../../api/session.ts';

/** Asks this device for a passkey and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await askSession('/session/passkey/sign-in/options');
  const response = await startAuthentication({ optionsJSON });
  await askSession('/session/passkey/sign-in', { response });
}

/** Makes a passkey on this device for the account that is signed in. */
export async function registerPasskey(): Promise<void> {
  const optionsJSON = await askSession('/session/passkey/register/options');
  const response = await startRegistration({ optionsJSON });
  await askSession('/session/passkey/register', { response });
}

import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { postSession } from '../../api/session.ts';

/** Asks this device for a passkey and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await options('passkey/sign-in/options');
  const response = await startAuthentication({ optionsJSON });
  await postSession('passkey/sign-in', { response });
}

/** Makes a passkey on this device for the account that is signed in. */
export async function registerPasskey(): Promise<void> {
  const optionsJSON = await options('passkey/register/options');
  const response = await startRegistration({ optionsJSON });
  await postSession('passkey/register', { response });
}

// biome-ignore lint/suspicious/noExplicitAny: the options go from the service to the browser unread.
async function options(path: string): Promise<any> {
  return postSession(path);
}

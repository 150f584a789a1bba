import { postSession, signedOutEvent } from './api/session.ts';
import { navigate } from './router.tsx';

/** Ends this browser's session and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await postSession('sign-out').catch(() => undefined);
  navigate('/', { replace: true });
  dispatchEvent(new Event(signedOutEvent));
}

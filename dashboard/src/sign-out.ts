import { postSession, signedOutEvent } from './api/session.ts';
import { navigate } from './router.tsx';

/** Ends this browser's session and shows the sign-in page, which may lead back to where the person is. */
export async function signOut({ returnHere = false } = {}): Promise<void> {
  await postSession('sign-out').catch(() => undefined);
  navigate(returnHere ? `/?return_to=${encodeURIComponent(location.pathname)}` : '/', { replace: true });
  dispatchEvent(new Event(signedOutEvent));
}

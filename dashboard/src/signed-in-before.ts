import { keep, kept } from './browser-store.ts';

const place = 'oriel-signed-in';

/** Whether this browser was signed in when it was here last: what to load first. No more follows from it. */
export const wasSignedIn = () => kept(place).isSignedIn === true;

/** Notes it for the next visit. */
export const noteSignedIn = (isSignedIn: boolean) => keep(place, isSignedIn ? { isSignedIn } : undefined);

const key = 'oriel-signed-in';

/** Whether this browser was signed in when it was here last: what to load first. No more follows from it. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Notes it for the next visit. */
export function noteSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, '');
    else localStorage.removeItem(key);
  } catch {
    // Storage may be blocked; the next visit then loads one piece after the other.
  }
}

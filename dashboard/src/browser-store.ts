import { type Data, isData } from './charts/read.ts';

/** The object that a text holds as JSON; an empty one where it holds none. */
export function parsed(json: string | null): Data {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return isData(value) ? value : {};
  } catch {
    return {};
  }
}

/** What this browser keeps under a name, or this tab alone; empty where it keeps nothing. */
export function kept(name: string, isOfTab = false): Data {
  try {
    return parsed((isOfTab ? sessionStorage : localStorage).getItem(name));
  } catch {
    return {};
  }
}

/** Keeps it for later; undefined forgets it. A browser whose storage is blocked does without. */
export function keep(name: string, value: Data | undefined, isOfTab = false): void {
  try {
    const storage = isOfTab ? sessionStorage : localStorage;
    if (value) storage.setItem(name, JSON.stringify(value));
    else storage.removeItem(name);
  } catch {
    // Nothing depends on it.
  }
}

const signedIn = 'oriel-signed-in';

/** Whether this browser was signed in when it was here last: what to load first. No more follows from it. */
export const wasSignedIn = () => kept(signedIn).isSignedIn === true;

/** Notes it for the next visit. */
export const noteSignedIn = (isSignedIn: boolean) => keep(signedIn, isSignedIn ? { isSignedIn } : undefined);

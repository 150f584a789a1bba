import { type Data, isData, text } from '../../charts/read.ts';

const storageKey = 'oriel-market';

/** The market of this browser's last answered call; empty where there was none. */
export function lastMarket(): Readonly<Record<string, string>> {
  const stored = readStored();
  const chosen = { location: text(stored, 'location'), language: text(stored, 'language') };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
}

/** Keeps the market of a call that was answered, for the next form. */
export function keepMarket({ location, language }: Readonly<Record<string, unknown>>): void {
  if (location === undefined && language === undefined) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ location, language }));
  } catch {
    // A browser that keeps nothing asks again; that is all.
  }
}

function readStored(): Data {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return isData(stored) ? stored : {};
  } catch {
    return {};
  }
}

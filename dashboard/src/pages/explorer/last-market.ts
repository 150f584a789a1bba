import { keep, kept } from '../../browser-store.ts';
import { text } from '../../charts/read.ts';

const place = 'oriel-market';

/** The market of this browser's last answered call; empty where there was none. */
export function lastMarket(): Readonly<Record<string, string>> {
  const stored = kept(place);
  const chosen = { location: text(stored, 'location'), language: text(stored, 'language') };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
}

/** Keeps the market of a call that was answered, for the next form. */
export function keepMarket({ location, language }: Readonly<Record<string, unknown>>): void {
  if (location !== undefined || language !== undefined) keep(place, { location, language });
}

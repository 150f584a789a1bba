/**
 * Moments at which something was seen, in Unix seconds; 0 where nobody told. Half a second after a whole one
 * is the time of a file whose rows say none: it tells which of two files is the newer, and no more.
 */
const mark = 0.5;

export const fileSeconds = (seconds: number): number => Math.floor(seconds) + mark;

export const isOfFile = (seconds: number): boolean => seconds % 1 === mark;

export const secondsToIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Null where nobody told, or where all that is known is the time of the file. */
export const seenTime = (seconds = 0): string | null =>
  seconds > 0 && !isOfFile(seconds) ? secondsToIso(seconds) : null;

/** The day of the file, for what has no time of its own. */
export const fileDate = (seconds = 0): { readonly file_date?: string } =>
  isOfFile(seconds) ? { file_date: secondsToIso(seconds).slice(0, 10) } : {};

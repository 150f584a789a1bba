import * as v from 'valibot';

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/iu.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** An IANA name. */
export const timeZone = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check(isTimeZone, 'Send an IANA time zone such as Europe/Berlin.'),
);

import { useState } from 'react';
import type { SentCode } from '../../api/session.ts';

const key = 'oriel-sent-code';
/** As long as a code is good. */
const lifetimeMs = 10 * 60_000;

interface Kept extends SentCode {
  readonly sentAt: number;
}

/**
 * The code that is on its way, kept in this tab: a person who looks into the
 * mail in it and comes back, or reloads, goes on with the code that was sent.
 * It is no secret: what opens the account are the digits in the mail.
 */
export function useSentCode() {
  const [sent, setSent] = useState(kept);
  const keep = (next: SentCode | undefined) => {
    setSent(next);
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify({ ...next, sentAt: Date.now() }));
      else sessionStorage.removeItem(key);
    } catch {
      // Storage may be blocked; the code then counts until the page is left.
    }
  };
  return [sent, keep] as const;
}

function kept(): SentCode | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(found) && Date.now() - found.sentAt < lifetimeMs ? found : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    'signInId' in value &&
    typeof value.email === 'string' &&
    typeof value.signInId === 'string' &&
    'digits' in value &&
    (value.digits === 6 || value.digits === 8) &&
    'sentAt' in value &&
    typeof value.sentAt === 'number'
  );
}

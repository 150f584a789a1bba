import { readAnswer as readBounded } from '#shared/platform/read-answer.ts';

/** Why Google did not do what was asked, as far as it decides what happens next. */
export const refusalKinds = [
  /** The person declined, or the code was no longer good. */
  'consent_refused',
  'scope_missing',
  /** `invalid_grant`: withdrawn, expired, or used elsewhere. */
  'grant_ended',
  /** The operator's client is wrong or was disabled. */
  'client_refused',
  /** 401 with a token that was thought good. */
  'token_refused',
  /** 403 that waiting does not mend: the permission or the property is gone. */
  'no_access',
  /** Too many requests in a short time; seconds help. */
  'rate_quota',
  /** Too much asked in ten minutes; 15 minutes help, and beyond them the next day. */
  'load_quota',
  /** 5xx, a broken connection, or an answer that did not end in time. */
  'unavailable',
  /** An answer of another shape, or a 400: asking again does not help. */
  'not_understood',
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** What a refusal means to the owner of the account, and what to do. */
export const refusalWords: Readonly<Record<RefusalKind, string>> = {
  consent_refused: 'The sign-in at Google was not completed. Start it again.',
  scope_missing: 'Reading Search Console was not ticked at Google. Connect again and leave it ticked.',
  grant_ended: 'Google has ended the connection: it was withdrawn, or has expired. Connect again.',
  client_refused: 'Google refuses the client of this service. Its operator must look at it.',
  token_refused: 'Google refused the access. It will be tried again.',
  no_access:
    'This Google account may no longer read the property. Give it the permission again, or leave the property out.',
  rate_quota: 'Google asks for a pause. It continues by itself.',
  load_quota: "Google's quota for this property is used up for now. It continues by itself.",
  unavailable: 'Google did not answer. It will be tried again.',
  not_understood: 'Google’s answer was not understood. It will be tried again.',
};

/** For the alarms of the platform: a refusal of the client is of every account, all others are of one. */
export const refusalFigures = (kind: RefusalKind) => ({
  GoogleRefusals: 1,
  GoogleClientRefusals: kind === 'client_refused' ? 1 : 0,
});

/** Carries the kind alone: Google's texts and requests may hold what no log may. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind) {
    super(`Google: ${kind}.`);
    this.kind = kind;
  }
}

/** 25,000 rows of long addresses are below 20 MB. */
const mostBytes = 64 * 1024 * 1024;

/** Status and JSON of an answer of Google; `unavailable` where none comes. */
export async function readAnswer(url: string, request: RequestInit) {
  try {
    return await readBounded(url, request, mostBytes);
  } catch {
    throw new GoogleRefusal('unavailable');
  }
}

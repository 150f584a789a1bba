import type { RefusalKind } from './google-refusal.ts';

/** What a refusal means to the owner of the account, and what to do. */
export const refusalWords: Readonly<Record<RefusalKind, string>> = {
  consent_refused: 'The sign-in at Google was not completed. Start it again.',
  scope_missing: 'Reading Search Console was not ticked at Google. Connect again and leave it ticked.',
  grant_ended: 'Google has ended the connection: it was withdrawn, or has expired. Connect again.',
  client_refused: 'Google refuses the client of this service. Its operator must look at it.',
  token_refused: 'Google refused the access. It is tried again by itself.',
  no_access:
    'This Google account may no longer read the property. Give it the permission again, or leave the property out.',
  rate_quota: 'Google asks for a pause. It goes on by itself.',
  load_quota: "Google's quota for this property is used up for now. It goes on by itself.",
  unavailable: 'Google did not answer. It is tried again by itself.',
  not_understood: 'Google gave an answer that is not understood. It is tried again by itself.',
};

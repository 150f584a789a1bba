import { createSessionServices, type SessionSetting } from '#functions/session/create-services.ts';
import { createAuthorizationRepository } from '#shared/callers/identity/authorization-repository.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import type { FetchDocument, OAuthServices } from './services.ts';

interface OAuthSetting extends SessionSetting {
  readonly fetchDocument: FetchDocument;
}

/** The authorization server's services over the identity table. */
export function createOAuthServices(setting: OAuthSetting): OAuthServices {
  const { table, signing, fetchDocument } = setting;
  const published = createPublishedKeys(table);
  return {
    ...createSessionServices(setting),
    authorizations: createAuthorizationRepository(table),
    connections: createConnectionRepository(table),
    signing,
    fetchDocument,
    publishKeys: () => published.publish(publicKeysOf(signing.keys)),
  };
}

import type { FetchDocument } from '#functions/client-metadata/document.ts';
import {
  createSessionServices,
  type SessionServices,
  type SessionSetting,
} from '#functions/session/services.ts';
import {
  type AuthorizationRepository,
  createAuthorizationRepository,
} from '#shared/callers/identity/authorization-repository.ts';
import {
  type ConnectionRepository,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import type { SigningMaterial } from '#shared/callers/identity/signing-secret.ts';

/** What the authorization server needs: who is signed in, it learns from the dashboard's sessions. */
export interface OAuthServices extends SessionServices {
  readonly authorizations: AuthorizationRepository;
  readonly connections: ConnectionRepository;
  readonly signing: SigningMaterial;
  /** Reads client metadata documents. */
  readonly fetchDocument: FetchDocument;
  /** Makes the signing keys known to the functions that verify; once per cold start. */
  publishKeys(): Promise<void>;
}

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

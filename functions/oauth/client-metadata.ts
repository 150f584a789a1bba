import { redirectFault } from './redirect-target.ts';

const grantTypes = ['authorization_code', 'refresh_token'];

/** Members of a client's metadata that are taken over; others are dropped, as RFC 7591 allows. */
const knownMembers = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'client_uri',
  'client_secret',
  'client_secret_expires_at',
  'grant_types',
  'response_types',
  'redirect_uris',
  'token_endpoint_auth_method',
  'contacts',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'jwks',
]);

/**
 * A client's description of itself as this server can keep it. What real
 * clients send differs: unknown grant types, scopes from another server,
 * `web` together with a loopback address. Every client is treated as native:
 * that allows any port on the loopback and refuses plain http elsewhere.
 */
export function adjustClientMetadata(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return metadata;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => knownMembers.has(name)));
  return {
    ...kept,
    grant_types: supportedGrants(kept.grant_types),
    response_types: ['code'],
    application_type: 'native',
  };
}

/** Why a client's description of itself is refused before the library reads it, or undefined. */
export function metadataFault(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('redirect_uris' in metadata)) return undefined;
  const { redirect_uris: uris } = metadata;
  return Array.isArray(uris) ? uris.map(redirectFault).find((fault) => fault !== undefined) : undefined;
}

function supportedGrants(asked: unknown): unknown {
  if (asked === undefined) return grantTypes;
  if (!Array.isArray(asked)) return asked;
  const supported = grantTypes.filter((grant) => asked.includes(grant));
  return supported.length > 0 ? supported : asked;
}

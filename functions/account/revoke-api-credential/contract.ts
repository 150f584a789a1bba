import { apiCredential } from '#shared/contract/api-credential.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants } from '#shared/contract/grants.ts';

export const revokeApiCredential = defineEndpoint({
  name: 'revoke_api_credential',
  title: 'Revoke an API key',
  summary: 'Revokes a key permanently, from the next request on. Revoking it again gives the same answer.',
  folder: 'account/revoke-api-credential',
  methods: ['POST'],
  path: '/v1/me/api-credentials/{credential_id}/revoke',
  authentication: 'required',
  scope: 'keys:manage',
  response: apiCredential,
  status: 200,
  grants: authenticatedCallGrants,
});

import * as v from 'valibot';
import { apiCredential } from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const revokeApiCredential = defineEndpoint({
  name: 'revoke_api_credential',
  title: 'Revoke an API key',
  summary:
    'Revokes a key permanently, from the next request on; keys that it made end with it. `{"with_children": true}` revokes those by name as well and frees their places. Revoking it again gives the same answer.',
  folder: 'account/revoke-api-credential',
  methods: ['POST'],
  path: '/v1/me/api-credentials/{credential_id}/revoke',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.nullable(v.object({ with_children: v.optional(v.boolean()) })),
  response: apiCredential,
  grants: { tables: { credentials: ['Query', 'BatchGetItem'] } },
});

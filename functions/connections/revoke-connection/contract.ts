import { connectionRecord } from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const revokeConnection = defineEndpoint({
  name: 'revoke_connection',
  title: 'Revoke an agent connection',
  summary:
    "Ends an agent's access permanently, from its next request on. Repeating it gives the same answer.",
  folder: 'connections/revoke-connection',
  methods: ['POST'],
  path: '/v1/me/connections/{connection_id}/revoke',
  roles: workRoles,
  scope: 'keys:manage',
  response: connectionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
});

import { connectionRecord } from '#shared/contract/connection.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const revokeConnection = defineEndpoint({
  name: 'revoke_connection',
  title: 'Revoke an agent connection',
  summary:
    "Ends an agent's access permanently, from its next request on. Repeating it gives the same answer.",
  folder: 'connections/revoke-connection',
  methods: ['POST'],
  path: '/v1/me/connections/{connection_id}/revoke',
  authentication: 'required',
  scope: 'keys:manage',
  response: connectionRecord,
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['UpdateItem'] }, secrets: [], objects: [] },
  ]),
});

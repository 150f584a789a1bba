import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import {
  connectionRecord,
  expiryField,
  rateLimitsField,
  spendLimitField,
} from '#shared/contract/credentials.ts';
import { defineIn } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

const defineHere = defineIn({ module: 'connections/actions.ts', roles: workRoles, scope: 'keys:manage' });

export const listConnections = defineHere({
  name: 'list_connections',
  title: 'List agent connections',
  summary: 'Every agent that may act for the account, newest first, with lately revoked ones.',
  methods: ['GET'],
  path: '/v1/me/connections',
  response: v.array(connectionRecord),
  grants: { tables: { identity: ['Query'] } },
});

export const changeConnection = defineHere({
  name: 'change_connection',
  title: 'Change an agent connection',
  summary:
    'Changes the limits of a connection while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in from the last ten minutes to take a spend limit away.',
  methods: ['PATCH'],
  path: '/v1/me/connections/{connection_id}',
  body: v.object({
    spend_limit: spendLimitField,
    rate_limits: rateLimitsField,
    tools: v.optional(v.nullable(v.pipe(v.array(v.picklist(toolNames)), v.minLength(1), v.maxLength(50)))),
    ends_at: expiryField,
  }),
  response: connectionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
  example: { body: { spend_limit: 500 } },
});

export const revokeConnection = defineHere({
  name: 'revoke_connection',
  title: 'Revoke an agent connection',
  summary:
    "Ends an agent's access permanently, from its next request on. Repeating it gives the same answer.",
  methods: ['POST'],
  path: '/v1/me/connections/{connection_id}/revoke',
  response: connectionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
});

import * as v from 'valibot';
import { connectionRecord } from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const listConnections = defineEndpoint({
  name: 'list_connections',
  title: 'List agent connections',
  summary: 'Every agent that may act for the account, newest first, with lately revoked ones.',
  folder: 'connections/list-connections',
  methods: ['GET'],
  path: '/v1/me/connections',
  roles: workRoles,
  scope: 'account:read',
  response: v.array(connectionRecord),
  grants: { tables: { identity: ['Query'] } },
});

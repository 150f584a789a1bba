import * as v from 'valibot';
import { connectionRecord } from '#shared/contract/connection.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const listConnections = defineEndpoint({
  name: 'list_connections',
  title: 'List agent connections',
  summary: 'Every agent that may act for the account, newest first, with lately revoked ones.',
  folder: 'connections/list-connections',
  methods: ['GET'],
  path: '/v1/me/connections',
  authentication: 'required',
  scope: 'account:read',
  response: v.array(connectionRecord),
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['Query'] }, secrets: [], objects: [] },
  ]),
});

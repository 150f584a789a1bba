import * as v from 'valibot';
import { apiCredential } from '#shared/contract/api-credential.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const listApiCredentials = defineEndpoint({
  name: 'list_api_credentials',
  title: 'List API keys',
  summary:
    'Every API credential of the account, newest first, revoked ones included. Keys are never shown again.',
  folder: 'account/list-api-credentials',
  methods: ['GET'],
  path: '/v1/me/api-credentials',
  authentication: 'required',
  scope: 'account:read',
  response: v.array(apiCredential),
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { credentials: ['Query', 'BatchGetItem'] }, secrets: [], objects: [] },
  ]),
});

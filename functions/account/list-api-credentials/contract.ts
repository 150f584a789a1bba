import * as v from 'valibot';
import { apiCredential } from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

/** Keys in one answer: all active ones and as many revoked ones. */
const pageLimit = 100;

export const listApiCredentials = defineEndpoint({
  name: 'list_api_credentials',
  title: 'List API keys',
  summary:
    'API credentials of the account, newest first, revoked ones included. `Link: …; rel="next"` leads to the next page. A key with limits of its own sees itself only. Keys are never shown again.',
  folder: 'account/list-api-credentials',
  methods: ['GET'],
  path: '/v1/me/api-credentials',
  roles: workRoles,
  scope: 'account:read',
  query: v.object({
    limit: v.pipe(
      v.optional(v.string(), String(pageLimit)),
      v.description(`1-${pageLimit}, default ${pageLimit}; other numbers are clamped.`),
      v.transform((text) => Math.min(pageLimit, Math.max(1, Math.trunc(Number(text)) || pageLimit))),
    ),
    after: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^cred_[0-9a-z]{26}$/, 'Send the id of a key.'),
        v.description('Goes on after this key.'),
      ),
    ),
  }),
  response: v.array(apiCredential),
  grants: { tables: { credentials: ['Query', 'BatchGetItem'] } },
});

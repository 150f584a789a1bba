import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import {
  apiCredential,
  expiryField,
  rateLimitsField,
  spendLimitField,
} from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const changeApiCredential = defineEndpoint({
  name: 'change_api_credential',
  title: 'Change an API key',
  summary:
    'Changes name and limits of a key while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in of the last ten minutes to take a spend limit away. What was spent this month counts against a new limit as far as the key had one before.',
  folder: 'account/change-api-credential',
  methods: ['PATCH'],
  path: '/v1/me/api-credentials/{credential_id}',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(120))),
    expires_at: expiryField,
    spend_limit: spendLimitField,
    rate_limits: rateLimitsField,
    tools: v.optional(v.nullable(v.pipe(v.array(v.picklist(toolNames)), v.minLength(1), v.maxLength(50)))),
    may_create_keys: v.optional(v.boolean()),
    end_previous_key: v.pipe(
      v.optional(v.literal(true)),
      v.description('Ends the key before the last rotation at once.'),
    ),
  }),
  response: apiCredential,
  example: { body: { spend_limit: 500 } },
});

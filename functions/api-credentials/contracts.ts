import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import {
  apiCredential,
  expiryField,
  rateLimitsField,
  spendLimitField,
} from '#shared/contract/credentials.ts';
import { defineEndpoint, defineIn } from '#shared/contract/endpoint.ts';
import { rowLimit, told } from '#shared/contract/fields.ts';
import { workRoles } from '#shared/contract/role.ts';

const defineHere = defineIn({ module: 'api-credentials/actions.ts', roles: workRoles, scope: 'keys:manage' });

/** Keys in one answer: all active ones and as many revoked ones. */
const pageLimit = 100;

export const listApiCredentials = defineEndpoint({
  name: 'list_api_credentials',
  title: 'List API keys',
  summary:
    'API credentials of the account, newest first, revoked ones included. `Link: …; rel="next"` leads to the next page. A key with limits of its own sees itself only. Keys are never shown again.',
  module: 'api-credentials/actions.ts',
  methods: ['GET'],
  path: '/v1/me/api-credentials',
  roles: workRoles,
  scope: 'account:read',
  query: v.object({
    limit: rowLimit(pageLimit, pageLimit, {
      default: pageLimit,
      description: 'Keys on a page. Other numbers are clamped.',
    }),
    after: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^cred_[0-9a-z]{26}$/, 'Send the id of a key.'),
        v.description('Continues after this key.'),
      ),
    ),
  }),
  response: v.array(apiCredential),
  grants: { tables: { credentials: ['Query', 'BatchGetItem'] } },
});

export const createApiCredential = defineEndpoint({
  name: 'create_api_credential',
  title: 'Create an API key',
  summary:
    'A new API key. `key` is shown in this answer only; a replay of the call shows null instead. A key that a key makes is its child: it has no more tools, credits, rate or life than its maker, spends from the same limit, and ends with it. A session needs a sign-in from the last ten minutes for a live key without a spend limit; the owner is told of every new key by email.',
  module: 'api-credentials/actions.ts',
  methods: ['POST'],
  path: '/v1/me/api-credentials',
  roles: workRoles,
  scope: 'keys:create',
  body: v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxCodePoints(120),
      v.description('What the key is for.'),
    ),
    mode: v.optional(
      told(
        v.picklist(['live', 'test']),
        'A `test` key, `or_test_…`, answers from the sample market and spends nothing.',
      ),
      'live',
    ),
    expires_at: expiryField,
    spend_limit: spendLimitField,
    rate_limits: rateLimitsField,
    may_create_keys: v.optional(
      told(v.boolean(), 'Lets a key with limits make keys for its workers. Set by a signed-in person only.'),
    ),
    tools: v.optional(
      v.nullable(
        v.pipe(
          v.array(v.picklist(toolNames)),
          v.minLength(1),
          v.maxLength(50),
          v.description('Tools the key may call. All, where left out.'),
        ),
      ),
    ),
  }),
  response: v.object({ key: v.nullable(v.string()), api_credential: apiCredential }),
  creates: true,
  sendsMail: true,
  grants: { tables: { credentials: ['PutItem', 'UpdateItem', 'BatchGetItem'] } },
  example: {
    body: { name: 'Rank report, production' },
    response: {
      key: 'or_…',
      api_credential: {
        id: 'cred_01kbhs3x9mq6d8v0a2c4e6g8j0',
        account_id: 'acct_01kbhs3x9mq6d8v0a2c4e6g8j1',
        name: 'Rank report, production',
        prefix: 'or_Ab3dE',
        mode: 'live',
        is_active: true,
        created_at: '2026-11-20T12:00:00.000Z',
        created_by: 'sess_01kbhs3x9mq6d8v0a2c4e6g8j2',
        parent_id: null,
        may_create_keys: false,
        last_used_at: null,
        expires_at: null,
        previous_key: null,
        spend_limit: null,
        spent_this_month: null,
        tools: null,
        rate_limits: null,
      },
    },
  },
});

export const changeApiCredential = defineHere({
  name: 'change_api_credential',
  title: 'Change an API key',
  summary:
    'Changes name and limits of a key while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in from the last ten minutes to take a spend limit away. What was spent this month counts against a new limit as far as the key had one before.',
  methods: ['PATCH'],
  path: '/v1/me/api-credentials/{credential_id}',
  body: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(120))),
    expires_at: expiryField,
    spend_limit: spendLimitField,
    rate_limits: rateLimitsField,
    tools: v.optional(v.nullable(v.pipe(v.array(v.picklist(toolNames)), v.minLength(1), v.maxLength(50)))),
    may_create_keys: v.optional(v.boolean()),
    end_previous_key: told(v.optional(v.literal(true)), 'Ends the key before the last rotation at once.'),
  }),
  response: apiCredential,
  example: { body: { spend_limit: 500 } },
});

export const defaultOverlapHours = 24;
const maxOverlapHours = 7 * 24;

export const rotateApiCredential = defineHere({
  name: 'rotate_api_credential',
  title: 'Rotate an API key',
  summary:
    'Gives an API credential a new key: same id, name, limits and children, and what was spent stays counted. The old key works for the hours you choose, then no longer; any key before it ends at once. `key` is shown in this answer only; a replay of the call shows null instead. A key may rotate itself, a signed-in person any key; a live key without a spend limit needs a sign-in from the last ten minutes. The owner is told by email.',
  methods: ['POST'],
  path: '/v1/me/api-credentials/{credential_id}/rotate',
  body: v.nullable(
    v.object({
      overlap_hours: told(
        v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxOverlapHours)),
          defaultOverlapHours,
        ),
        'Hours for which the old key still works; 0 ends it with this call.',
      ),
    }),
  ),
  response: v.object({ key: v.nullable(v.string()), api_credential: apiCredential }),
  creates: true,
  sendsMail: true,
  grants: { tables: { credentials: ['PutItem', 'UpdateItem'] } },
  example: { body: { overlap_hours: 24 } },
});

export const revokeApiCredential = defineHere({
  name: 'revoke_api_credential',
  title: 'Revoke an API key',
  summary:
    'Revokes a key permanently, from the next request on; keys that it made end with it. `{"with_children": true}` revokes those by name as well and frees their places. Revoking it again gives the same answer.',
  methods: ['POST'],
  path: '/v1/me/api-credentials/{credential_id}/revoke',
  body: v.nullable(v.object({ with_children: v.optional(v.boolean()) })),
  response: apiCredential,
  grants: { tables: { credentials: ['Query', 'BatchGetItem'] } },
});

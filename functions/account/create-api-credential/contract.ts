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

export const createApiCredential = defineEndpoint({
  name: 'create_api_credential',
  title: 'Create an API key',
  summary:
    'A new API key. `key` is shown in this answer only; a replay of the call shows null instead. A key that a key makes is its child: it has no more tools, credits, rate or life than its maker, spends from the same limit, and ends with it. A session needs a sign-in of the last ten minutes for a live key without a spend limit; the owner is told of every new key by mail.',
  folder: 'account/create-api-credential',
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
      v.pipe(
        v.picklist(['live', 'test']),
        v.description('A `test` key, `or_test_…`, answers from the sample market and spends nothing.'),
      ),
      'live',
    ),
    expires_at: expiryField,
    spend_limit: spendLimitField,
    rate_limits: rateLimitsField,
    may_create_keys: v.optional(
      v.pipe(
        v.boolean(),
        v.description('Lets a key with limits make keys for its workers. Set by a signed-in person only.'),
      ),
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
  grants: { tables: { credentials: ['PutItem', 'UpdateItem', 'Query', 'BatchGetItem'] } },
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

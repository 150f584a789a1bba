import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import { apiCredential } from '#shared/contract/api-credential.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, idempotentCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const createApiCredential = defineEndpoint({
  name: 'create_api_credential',
  title: 'Create an API key',
  summary:
    'A new API key. `key` is shown in this answer only; a replay of the call shows null instead. A key with a spend limit or allowed tools manages no keys. A session needs a sign-in of the last ten minutes for a key without a spend limit; the owner is told of every new key by mail.',
  folder: 'account/create-api-credential',
  methods: ['POST'],
  path: '/v1/me/api-credentials',
  authentication: 'required',
  scope: 'keys:manage',
  body: v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxCodePoints(120),
      v.description('What the key is for.'),
    ),
    expires_at: v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.maxLength(40),
          v.isoTimestamp('Send a moment with its time zone, such as 2027-01-31T00:00:00Z.'),
          v.description('When the key stops working, ISO 8601. Never, where left out.'),
        ),
      ),
    ),
    spend_limit: v.optional(
      v.nullable(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.maxValue(1_000_000_000),
          v.description('Credits the key may spend a calendar month (UTC).'),
        ),
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
  status: 201,
  idempotent: true,
  sendsMail: true,
  grants: mergeGrants([
    authenticatedCallGrants,
    idempotentCallGrants,
    { tables: { credentials: ['PutItem', 'Query', 'BatchGetItem'] }, secrets: [], objects: [] },
  ]),
  example: {
    body: { name: 'Rank report, production' },
    response: {
      key: 'or_…',
      api_credential: {
        id: 'cred_01kbhs3x9mq6d8v0a2c4e6g8j0',
        account_id: 'acct_01kbhs3x9mq6d8v0a2c4e6g8j1',
        name: 'Rank report, production',
        prefix: 'or_Ab3dE',
        is_active: true,
        created_at: '2026-11-20T12:00:00.000Z',
        last_used_at: null,
        expires_at: null,
        spend_limit: null,
        tools: null,
      },
    },
  },
});

import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { roles, workRoles } from '#shared/contract/role.ts';

export const getCredits = defineEndpoint({
  name: 'get_credits',
  title: 'Credit balance',
  summary: 'What the account can still spend. Credits held by running calls are already taken off.',
  module: 'account/actions.ts',
  methods: ['GET'],
  path: '/v1/me/credits',
  roles,
  scope: 'account:read',
  answersTestKeys: true,
  response: v.object({ balance: v.pipe(v.number(), v.integer()) }),
  example: { response: { balance: 997 } },
});

const anything = v.record(v.string(), v.unknown());

/** An answer that was paid for, as it was given. */
export const keptAnswer = v.object({
  request_id: v.string(),
  tool: v.string(),
  created_at: v.string(),
  arguments: anything,
  answer: anything,
});

export const getAnswer = defineEndpoint({
  name: 'get_answer',
  title: 'Open an answer again',
  summary:
    'An answer that was paid for, with its arguments, free, for as long as its usage record is kept. A key with limits of its own opens its own answers only.',
  module: 'account/actions.ts',
  methods: ['GET'],
  path: '/v1/me/answers/{request_id}',
  roles: workRoles,
  scope: 'account:read',
  response: keptAnswer,
  grants: { tables: { usage: ['GetItem'] }, objects: ['answers:get', 'answers:list'] },
  example: {
    response: {
      request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
      tool: 'inspect_domain',
      created_at: '2026-11-20T12:00:00.000Z',
      arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
      answer: { schema_version: 'ofe/1.0', data: { domain: 'trailpeak.example' } },
    },
  },
});

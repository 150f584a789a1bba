import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { roles } from '#shared/contract/role.ts';

const anything = v.record(v.string(), v.unknown());

export const openSharedAnswer = defineEndpoint({
  name: 'open_shared_answer',
  title: 'Open a shared answer',
  summary:
    'The answer that a shared link leads to, with its question. The token is what stands behind # in the link; it is sent in the body, so that no log has it.',
  folder: 'workspace/open-shared-answer',
  methods: ['POST'],
  path: '/v1/shared-answers',
  authentication: 'optional',
  roles,
  body: v.object({
    token: v.pipe(v.string(), v.maxLength(100), v.description('What stands behind # in the link.')),
  }),
  response: v.object({
    tool: v.string(),
    created_at: v.string(),
    expires_at: v.string(),
    arguments: anything,
    answer: anything,
  }),
  grants: { tables: { identity: ['GetItem'] }, objects: ['answers:get', 'answers:list'] },
  example: {
    body: { token: 'mJ0c8a2b4d6f8h0k2m4n6p8r0s2' },
    response: {
      tool: 'inspect_domain',
      created_at: '2026-11-20T12:00:00.000Z',
      expires_at: '2026-12-20T12:00:00.000Z',
      arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
      answer: { schema_version: 'ofe/1.0', data: { domain: 'trailpeak.example' } },
    },
  },
});

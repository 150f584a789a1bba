import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { savedQuestionRecord } from '#shared/contract/workspace.ts';

export const endSchedule = defineEndpoint({
  name: 'end_schedule',
  title: 'Stop asking a question weekly',
  summary: 'Ends the schedule of a saved question. The question and the answers so far stay.',
  folder: 'workspace/end-schedule',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/schedule/end',
  authentication: 'required',
  scope: 'keys:manage',
  response: savedQuestionRecord,
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['UpdateItem'] }, secrets: [], objects: [] },
  ]),
  example: {
    response: {
      id: 'question_01kbhs3x9mq6d8v0a2c4e6g8j0',
      name: 'Our rivals',
      tool: 'discover_competitors',
      arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
      created_at: '2026-11-20T12:00:00.000Z',
      schedule: null,
    },
  },
});

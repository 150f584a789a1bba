import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { questionName, savedQuestionRecord } from '#shared/contract/workspace.ts';

export const renameSavedQuestion = defineEndpoint({
  name: 'rename_saved_question',
  title: 'Rename a saved question',
  summary: 'Gives a saved question another name.',
  folder: 'workspace/rename-saved-question',
  methods: ['PATCH'],
  path: '/v1/me/saved-questions/{question_id}',
  authentication: 'required',
  scope: 'keys:manage',
  body: v.object({ name: questionName }),
  response: savedQuestionRecord,
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['UpdateItem'] }, secrets: [], objects: [] },
  ]),
  example: {
    body: { name: 'Our rivals' },
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

import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { savedQuestionRecord } from '#shared/contract/workspace.ts';

export const listSavedQuestions = defineEndpoint({
  name: 'list_saved_questions',
  title: 'List saved questions',
  summary: 'Questions that the account keeps under a name, newest first.',
  folder: 'workspace/list-saved-questions',
  methods: ['GET'],
  path: '/v1/me/saved-questions',
  authentication: 'required',
  scope: 'keys:manage',
  response: v.array(savedQuestionRecord),
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['Query'] }, secrets: [], objects: [] },
  ]),
  example: {
    response: [
      {
        id: 'question_01kbhs3x9mq6d8v0a2c4e6g8j0',
        name: 'Our rivals',
        tool: 'discover_competitors',
        arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
        created_at: '2026-11-20T12:00:00.000Z',
        schedule: null,
      },
    ],
  },
});

import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, idempotentCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { questionName, savedQuestionRecord } from '#shared/contract/workspace.ts';

export const saveQuestion = defineEndpoint({
  name: 'save_question',
  title: 'Save a question',
  summary:
    'Keeps a question under a name, so that it can be asked again with one press. The arguments are checked as the tool checks them; nothing is asked and nothing is charged.',
  folder: 'workspace/save-question',
  methods: ['POST'],
  path: '/v1/me/saved-questions',
  authentication: 'required',
  scope: 'keys:manage',
  body: v.object({
    name: questionName,
    tool: v.pipe(v.picklist(toolNames), v.description('Name of the tool.')),
    arguments: v.pipe(v.record(v.string(), v.unknown()), v.description('What the tool is sent.')),
  }),
  response: savedQuestionRecord,
  status: 201,
  idempotent: true,
  grants: mergeGrants([
    authenticatedCallGrants,
    idempotentCallGrants,
    { tables: { identity: ['Query', 'PutItem'] }, secrets: [], objects: [] },
  ]),
  example: {
    body: { name: 'Our rivals', tool: 'discover_competitors', arguments: { domain: 'trailpeak.example' } },
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

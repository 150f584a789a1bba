import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const forgetSavedQuestion = defineEndpoint({
  name: 'forget_saved_question',
  title: 'Forget a saved question',
  summary: 'Removes a saved question. Its answers stay in the usage log.',
  folder: 'workspace/forget-saved-question',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/forget',
  authentication: 'required',
  scope: 'keys:manage',
  response: v.object({ id: v.string(), status: v.literal('forgotten') }),
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { identity: ['DeleteItem'] }, secrets: [], objects: [] },
  ]),
  example: { response: { id: 'question_01kbhs3x9mq6d8v0a2c4e6g8j0', status: 'forgotten' } },
});

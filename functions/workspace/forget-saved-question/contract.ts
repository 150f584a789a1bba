import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';

export const forgetSavedQuestion = defineEndpoint({
  name: 'forget_saved_question',
  title: 'Forget a saved question',
  summary: 'Removes a saved question. Its answers stay in the usage log.',
  folder: 'workspace/forget-saved-question',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/forget',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.object({ id: v.string(), status: v.literal('forgotten') }),
  grants: { tables: { identity: ['DeleteItem'] } },
  example: { response: { id: exampleQuestion.id, status: 'forgotten' } },
});

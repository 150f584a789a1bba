import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';
import { questionName, savedQuestionRecord } from '#shared/contract/workspace.ts';

export const renameSavedQuestion = defineEndpoint({
  name: 'rename_saved_question',
  title: 'Rename a saved question',
  summary: 'Gives a saved question another name.',
  folder: 'workspace/rename-saved-question',
  methods: ['PATCH'],
  path: '/v1/me/saved-questions/{question_id}',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({ name: questionName }),
  response: savedQuestionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
  example: {
    body: { name: 'Our rivals' },
    response: exampleQuestion,
  },
});

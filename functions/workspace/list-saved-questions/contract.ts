import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';
import { savedQuestionRecord } from '#shared/contract/workspace.ts';

export const listSavedQuestions = defineEndpoint({
  name: 'list_saved_questions',
  title: 'List saved questions',
  summary: 'Questions that the account keeps under a name, newest first.',
  folder: 'workspace/list-saved-questions',
  methods: ['GET'],
  path: '/v1/me/saved-questions',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.array(savedQuestionRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [exampleQuestion],
  },
});

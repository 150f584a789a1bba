import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';
import { savedQuestionRecord } from '#shared/contract/workspace.ts';

export const endSchedule = defineEndpoint({
  name: 'end_schedule',
  title: 'Stop asking a question weekly',
  summary: 'Ends the schedule of a saved question. The question and the answers so far stay.',
  folder: 'workspace/end-schedule',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/schedule/end',
  roles: workRoles,
  scope: 'keys:manage',
  response: savedQuestionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
  example: {
    response: exampleQuestion,
  },
});

import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';
import { questionName, savedQuestionRecord } from '#shared/contract/workspace.ts';

export const saveQuestion = defineEndpoint({
  name: 'save_question',
  title: 'Save a question',
  summary:
    'Keeps a question under a name, so that it can be asked again with one press. The arguments are checked as the tool checks them; nothing is asked and nothing is charged.',
  folder: 'workspace/save-question',
  methods: ['POST'],
  path: '/v1/me/saved-questions',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    name: questionName,
    tool: v.pipe(v.picklist(toolNames), v.description('Name of the tool.')),
    arguments: v.pipe(v.record(v.string(), v.unknown()), v.description('What the tool is sent.')),
  }),
  response: savedQuestionRecord,
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem'] } },
  example: {
    body: { name: 'Our rivals', tool: 'discover_competitors', arguments: { domain: 'trailpeak.example' } },
    response: exampleQuestion,
  },
});

import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';
import { shareRecord } from '#shared/contract/workspace.ts';

const mostDays = 90;
const days = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1, 'Send at least 1 day.'),
  v.maxValue(mostDays, `Send at most ${mostDays} days.`),
);

export const shareAnswer = defineEndpoint({
  name: 'share_answer',
  title: 'Share an answer',
  summary:
    'Makes a link that opens one kept answer for anybody who has it, without an account, until it expires or is withdrawn. The link has the question and the answer, without balance, credential and datasets. It is shown this once.',
  folder: 'workspace/share-answer',
  methods: ['POST'],
  path: '/v1/me/answers/{request_id}/shares',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    days: v.pipe(v.optional(days, 30), v.description(`Days until the link ends, 1-${mostDays}, default 30.`)),
  }),
  response: v.object({ url: v.nullable(v.string()), share: shareRecord }),
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem'] }, objects: ['answers:get', 'answers:list'] },
  example: {
    body: { days: 30 },
    response: {
      url: 'https://…/shared#…',
      share: {
        id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0',
        request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
        tool: 'inspect_domain',
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2026-12-20T12:00:00.000Z',
      },
    },
  },
});

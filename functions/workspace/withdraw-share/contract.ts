import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const withdrawShare = defineEndpoint({
  name: 'withdraw_share',
  title: 'Withdraw a shared answer',
  summary: 'Ends a link to an answer: from the next request on it opens nothing.',
  folder: 'workspace/withdraw-share',
  methods: ['POST'],
  path: '/v1/me/shares/{share_id}/withdraw',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.object({ id: v.string(), status: v.literal('withdrawn') }),
  grants: { tables: { identity: ['DeleteItem'] } },
  example: { response: { id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0', status: 'withdrawn' } },
});

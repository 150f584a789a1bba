import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';
import { shareRecord } from '#shared/contract/workspace.ts';

export const listShares = defineEndpoint({
  name: 'list_shares',
  title: 'List shared answers',
  summary:
    'Links to answers of the account that are live, newest first. The links themselves are never shown again.',
  folder: 'workspace/list-shares',
  methods: ['GET'],
  path: '/v1/me/shares',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.array(shareRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [
      {
        id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0',
        request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
        tool: 'inspect_domain',
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2026-12-20T12:00:00.000Z',
      },
    ],
  },
});

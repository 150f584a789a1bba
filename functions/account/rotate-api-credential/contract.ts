import * as v from 'valibot';
import { apiCredential } from '#shared/contract/credentials.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const defaultOverlapHours = 24;
const maxOverlapHours = 7 * 24;

export const rotateApiCredential = defineEndpoint({
  name: 'rotate_api_credential',
  title: 'Rotate an API key',
  summary:
    'Gives an API credential a new key: same id, name, limits and children, and what was spent stays counted. The old key works for the hours you choose, then no longer; any key before it ends at once. `key` is shown in this answer only; a replay of the call shows null instead. A key may rotate itself, a signed-in person any key; a live key without a spend limit needs a sign-in of the last ten minutes. The owner is told by mail.',
  folder: 'account/rotate-api-credential',
  methods: ['POST'],
  path: '/v1/me/api-credentials/{credential_id}/rotate',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.nullable(
    v.object({
      overlap_hours: v.pipe(
        v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxOverlapHours)),
          defaultOverlapHours,
        ),
        v.description('Hours for which the old key still works; 0 ends it with this call.'),
      ),
    }),
  ),
  response: v.object({ key: v.nullable(v.string()), api_credential: apiCredential }),
  creates: true,
  sendsMail: true,
  grants: { tables: { credentials: ['PutItem', 'UpdateItem'] } },
  example: { body: { overlap_hours: 24 } },
});

import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { roles } from '#shared/contract/role.ts';

export const getCredits = defineEndpoint({
  name: 'get_credits',
  title: 'Credit balance',
  summary: 'What the account can still spend. Credits held by running calls are already taken off.',
  folder: 'account/get-credits',
  methods: ['GET'],
  path: '/v1/me/credits',
  roles,
  scope: 'account:read',
  answersTestKeys: true,
  response: v.object({ balance: v.pipe(v.number(), v.integer()) }),
  example: { response: { balance: 997 } },
});

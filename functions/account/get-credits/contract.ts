import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants } from '#shared/contract/grants.ts';

export const getCredits = defineEndpoint({
  name: 'get_credits',
  title: 'Credit balance',
  summary: 'What the account can still spend. Credits held by running calls are already taken off.',
  folder: 'account/get-credits',
  methods: ['GET'],
  path: '/v1/me/credits',
  authentication: 'required',
  scope: 'account:read',
  answersTestKeys: true,
  response: v.object({ balance: v.pipe(v.number(), v.integer()) }),
  status: 200,
  grants: authenticatedCallGrants,
  example: { response: { balance: 997 } },
});

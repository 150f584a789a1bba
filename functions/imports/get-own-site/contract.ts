import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { ownSiteReport } from '#shared/contract/own-imports.ts';

export const getOwnSite = defineEndpoint({
  name: 'get_own_site',
  title: 'Look at an own site',
  summary:
    "What the account's own Search Console figures say about a site: totals, clicks by day, the site's own click curve, and its opportunities with the calls that look closer and their prices. Free.",
  folder: 'imports/get-own-site',
  methods: ['GET'],
  path: '/v1/me/sites/{site}',
  authentication: 'required',
  scope: 'account:read',
  response: ownSiteReport,
  status: 200,
  grants: mergeGrants([
    authenticatedCallGrants,
    { tables: { index: ['GetItem', 'Query'] }, secrets: ['upstream'], objects: [] },
  ]),
});

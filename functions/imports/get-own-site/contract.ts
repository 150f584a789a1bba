import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { ownSiteReport } from '#shared/contract/own-imports.ts';
import { workRoles } from '#shared/contract/role.ts';

export const getOwnSite = defineEndpoint({
  name: 'get_own_site',
  title: 'Look at an own site',
  summary:
    "What the account's own Search Console figures say about a site: totals, clicks by day, the site's own click curve, and its opportunities with the calls that look closer and their prices. Free.",
  folder: 'imports/get-own-site',
  methods: ['GET'],
  path: '/v1/me/sites/{site}',
  roles: workRoles,
  scope: 'account:read',
  response: ownSiteReport,
  grants: { tables: { index: ['GetItem', 'Query'] }, secrets: ['upstream'] },
});

import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { importEntry, ownSiteEntry, uploadRecord } from '#shared/contract/own-imports.ts';
import { workRoles } from '#shared/contract/role.ts';

export const listImports = defineEndpoint({
  name: 'list_imports',
  title: 'List own data',
  summary: 'What the account has brought: its sites, its imports and its latest uploads, newest first.',
  folder: 'imports/list-imports',
  methods: ['GET'],
  path: '/v1/me/imports',
  roles: workRoles,
  scope: 'account:read',
  response: v.object({
    sites: v.array(ownSiteEntry),
    imports: v.array(importEntry),
    uploads: v.array(uploadRecord),
  }),
  grants: { tables: { index: ['Query'] } },
});

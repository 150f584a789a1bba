import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';
import { importEntry, ownSiteEntry, uploadRecord } from '#shared/contract/own-imports.ts';

export const listImports = defineEndpoint({
  name: 'list_imports',
  title: 'List own data',
  summary: 'What the account has brought: its sites, its imports and its latest uploads, newest first.',
  folder: 'imports/list-imports',
  methods: ['GET'],
  path: '/v1/me/imports',
  authentication: 'required',
  scope: 'account:read',
  response: v.object({
    sites: v.array(ownSiteEntry),
    imports: v.array(importEntry),
    uploads: v.array(uploadRecord),
  }),
  status: 200,
  grants: mergeGrants([authenticatedCallGrants, { tables: { index: ['Query'] }, secrets: [], objects: [] }]),
});

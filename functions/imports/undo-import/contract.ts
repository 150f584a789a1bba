import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authenticatedCallGrants, mergeGrants } from '#shared/contract/grants.ts';

export const undoImport = defineEndpoint({
  name: 'undo_import',
  title: 'Undo an import',
  summary:
    'Takes an import back with everything that it brought. It cannot be undone; import the files again.',
  folder: 'imports/undo-import',
  methods: ['POST'],
  path: '/v1/me/imports/{import_id}/undo',
  authentication: 'required',
  scope: 'keys:manage',
  response: v.object({ import_id: v.string(), status: v.literal('undone') }),
  status: 200,
  timeoutSeconds: 28,
  grants: mergeGrants([
    authenticatedCallGrants,
    {
      tables: { index: ['GetItem', 'Query', 'BatchWriteItem'] },
      secrets: [],
      objects: [],
    },
  ]),
  example: { response: { import_id: 'imp_5d41402abc4b2a76b971', status: 'undone' } },
});

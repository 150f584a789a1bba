import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';

export const undoImport = defineEndpoint({
  name: 'undo_import',
  title: 'Undo an import',
  summary:
    'Takes an import back with everything that it brought. It cannot be undone; import the files again.',
  folder: 'imports/undo-import',
  methods: ['POST'],
  path: '/v1/me/imports/{import_id}/undo',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.object({ import_id: v.string(), status: v.literal('undone') }),
  timeoutSeconds: 28,
  grants: {
    tables: { index: ['GetItem', 'Query', 'BatchWriteItem'] },
  },
  example: { response: { import_id: 'imp_5d41402abc4b2a76b971', status: 'undone' } },
});

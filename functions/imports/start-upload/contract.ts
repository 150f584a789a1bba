import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleUpload } from '#shared/contract/examples.ts';
import { uploadRecord } from '#shared/contract/own-imports.ts';
import { workRoles } from '#shared/contract/role.ts';

export const startUpload = defineEndpoint({
  name: 'start_upload',
  title: 'Start the import of an upload',
  summary:
    'Starts the import of an upload, once its files are sent, and answers at once; ask for the upload to see how far it is. One upload of an account is imported at a time. One that failed may be started again within a day.',
  folder: 'imports/start-upload',
  methods: ['POST'],
  path: '/v1/me/uploads/{upload_id}/start',
  roles: workRoles,
  scope: 'tools',
  response: uploadRecord,
  startsImports: true,
  grants: { tables: { index: ['GetItem', 'PutItem'] } },
  example: { response: { ...exampleUpload, status: 'queued' } },
});

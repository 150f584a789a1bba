import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleUpload } from '#shared/contract/examples.ts';
import { uploadRecord } from '#shared/contract/own-imports.ts';
import { workRoles } from '#shared/contract/role.ts';

export const getUpload = defineEndpoint({
  name: 'get_upload',
  title: 'Look at an upload',
  summary:
    'How far the import of an upload is and, once it is done, what became of each file: rows taken, rows skipped by reason, bad rows.',
  folder: 'imports/get-upload',
  methods: ['GET'],
  path: '/v1/me/uploads/{upload_id}',
  roles: workRoles,
  scope: 'tools',
  response: uploadRecord,
  grants: { tables: { index: ['GetItem'] } },
  example: {
    response: {
      ...exampleUpload,
      status: 'done',
      reports: [
        {
          file: 'shop.example-Performance-on-Search-2026-11-20.zip/Queries.csv',
          import_id: 'imp_5d41402abc4b2a76b971',
          format: 'search-console',
          status: 'imported',
          rows: 1_000,
          taken: 1_000,
          skipped: [],
          left_out: [],
          bad_rows: 0,
          problems: [],
          site: 'shop.example',
          from: '2026-08-20',
          to: '2026-11-19',
          notes: [],
        },
      ],
    },
  },
});

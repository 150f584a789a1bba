import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleUpload } from '#shared/contract/examples.ts';
import { domainName, market } from '#shared/contract/fields.ts';
import { largestUploadBytes, mostUploadFiles, uploadRecord } from '#shared/contract/own-imports.ts';
import { workRoles } from '#shared/contract/role.ts';

export const createUpload = defineEndpoint({
  name: 'create_upload',
  title: 'Begin an upload of own data',
  summary:
    'Begins an upload of Search Console exports or files of links: gives an address for each file, to which it is sent as the body of a PUT within an hour. Files of one export belong into one upload. Then start it.',
  folder: 'imports/create-upload',
  methods: ['POST'],
  path: '/v1/me/uploads',
  roles: workRoles,
  scope: 'tools',
  body: v.object({
    files: v.pipe(
      v.array(
        v.object({
          name: v.pipe(
            v.string(),
            v.trim(),
            v.minLength(1),
            v.maxCodePoints(200),
            v.description('Shown in the report; an export named after its site tells which site it is.'),
          ),
          bytes: v.pipe(
            v.number(),
            v.integer(),
            v.minValue(1),
            v.maxValue(largestUploadBytes),
            v.description('The size exactly: a body of another is refused.'),
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(mostUploadFiles),
      v.check(
        (files) => files.reduce((sum, { bytes }) => sum + bytes, 0) <= largestUploadBytes,
        'The files of an upload may have 50 MiB together. Pack them as zip, or upload them in parts.',
      ),
    ),
    domain: v.optional(domainName),
    ...market,
  }),
  response: v.object({
    upload: uploadRecord,
    addresses: v.array(v.object({ name: v.string(), url: v.string() })),
  }),
  creates: true,
  grants: {
    tables: { index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'] },
    objects: ['uploads:put'],
  },
  example: {
    body: { files: exampleUpload.files, domain: 'shop.example' },
    response: {
      upload: exampleUpload,
      addresses: [{ name: exampleUpload.files[0]?.name ?? '', url: 'https://…' }],
    },
  },
});

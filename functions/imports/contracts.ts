import * as v from 'valibot';
import { defineIn } from '#shared/contract/endpoint.ts';
import { exampleUpload } from '#shared/contract/examples.ts';
import { domainName, market, rowLimit } from '#shared/contract/fields.ts';
import type { BackgroundFunction } from '#shared/contract/function-contract.ts';
import {
  importEntry,
  largestUploadBytes,
  mostUploadFiles,
  namedColumn,
  ownSiteEntry,
  ownSiteReport,
  uploadRecord,
} from '#shared/contract/own-imports.ts';
import { siteNames } from '#shared/contract/own-rows.ts';
import { workRoles } from '#shared/contract/role.ts';

const defineHere = defineIn({ module: 'imports/actions.ts', roles: workRoles, scope: 'keys:manage' });

/** Which column is which, of tables whose headings are not known. */
const namedColumns = v.optional(
  v.pipe(
    v.array(namedColumn),
    v.maxLength(20),
    v.check(
      (columns) =>
        new Set(columns.map(({ means }) => means)).size === columns.length &&
        new Set(columns.map(({ header }) => header.toLowerCase())).size === columns.length,
      'A column can stand for one thing only.',
    ),
    v.description('What the columns with unknown headings hold: a report names them in `unknown_columns`.'),
  ),
);

export const createUpload = defineHere({
  name: 'create_upload',
  title: 'Begin an upload of own data',
  summary:
    'Begins an upload of Search Console exports or files of links: gives an address for each file, to which it is sent as the body of a PUT within an hour. Files of one export belong into one upload. Then start it.',
  methods: ['POST'],
  path: '/v1/me/uploads',
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
            v.description('The exact size: a body of another size is refused.'),
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
    columns: namedColumns,
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

export const startUpload = defineHere({
  name: 'start_upload',
  title: 'Start the import of an upload',
  summary:
    'Starts the import of an upload, once its files are sent, and answers at once; ask for the upload to see how far it is. One upload of an account is imported at a time. One that failed may be started again within a day, and so may one that asks which column is which, with the answer in `columns`.',
  methods: ['POST'],
  path: '/v1/me/uploads/{upload_id}/start',
  body: v.nullable(v.object({ columns: namedColumns, domain: v.optional(domainName) })),
  response: uploadRecord,
  startsImports: true,
  grants: { tables: { index: ['GetItem', 'PutItem'] } },
  example: { response: { ...exampleUpload, status: 'queued' } },
});

export const getUpload = defineHere({
  name: 'get_upload',
  title: 'Look at an upload',
  summary:
    'How far the import of an upload is and, once it is done, the outcome for each file: rows taken, rows skipped by reason, bad rows.',
  methods: ['GET'],
  path: '/v1/me/uploads/{upload_id}',
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

export const listImports = defineHere({
  name: 'list_imports',
  title: 'List own data',
  summary: 'What the account has brought: its sites, its imports and its latest uploads, newest first.',
  methods: ['GET'],
  path: '/v1/me/imports',
  response: v.object({
    sites: v.array(ownSiteEntry),
    imports: v.array(importEntry),
    uploads: v.array(uploadRecord),
  }),
  grants: { tables: { index: ['Query'] } },
});

export const listOwnSites = defineHere({
  name: 'list_own_sites',
  title: 'List own sites',
  summary:
    'Sites of which the account has brought figures or connected Search Console, each with the days, clicks and impressions that are known, and of which part of the site they are.',
  methods: ['GET'],
  path: '/v1/me/sites',
  response: v.object({ sites: v.array(ownSiteEntry) }),
  grants: { tables: { index: ['Query'] } },
});

export const undoImport = defineHere({
  name: 'undo_import',
  title: 'Undo an import',
  summary: 'Removes an import with everything that it brought. It cannot be undone; import the files again.',
  module: 'imports/change-own-data.ts',
  methods: ['POST'],
  path: '/v1/me/imports/{import_id}/undo',
  response: v.object({ import_id: v.string(), status: v.literal('undone') }),
  timeoutSeconds: 28,
  grants: {
    tables: { index: ['GetItem', 'Query', 'BatchWriteItem'] },
  },
  example: { response: { import_id: 'imp_5d41402abc4b2a76b971', status: 'undone' } },
});

export const getOwnSite = defineHere({
  name: 'get_own_site',
  title: 'Look at an own site',
  summary:
    "What the account's own Search Console figures say about a site: totals, clicks by day, the site's own click curve, and its opportunities with the calls that look closer and their prices. Free.",
  methods: ['GET'],
  path: '/v1/me/sites/{site}',
  query: v.object({
    // As many as a person can look through; the dataset has all.
    opportunities: rowLimit(500, 500, {
      default: 500,
      description: 'Opportunities to return, the largest first. Other numbers are clamped.',
    }),
  }),
  response: ownSiteReport,
  grants: { tables: { index: ['GetItem', 'Query'] }, secrets: ['upstream'] },
});

const names = v.nullable(
  v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100))),
    v.maxLength(100),
    v.description('Each one or more words, in any case; null for those found automatically.'),
  ),
);

export const updateOwnSite = defineHere({
  name: 'update_own_site',
  title: 'Edit the names of an own site',
  summary:
    'Sets the names by which people look for the site, and names of others that it is shown for. Brand queries, the click curve and the opportunities of all its exports are counted again at once. A member that is left out stays as it is.',
  module: 'imports/change-own-data.ts',
  methods: ['PATCH'],
  path: '/v1/me/sites/{site}',
  body: v.object({ own_names: v.optional(names), other_names: v.optional(names) }),
  response: v.object({
    site: v.string(),
    ...siteNames.entries,
    ...v.pick(ownSiteReport, ['brand', 'opportunity_counts']).entries,
  }),
  timeoutSeconds: 28,
  grants: { tables: { index: ['Query', 'PutItem', 'BatchWriteItem'] } },
  example: {
    body: { own_names: ['shop', 'the shop'], other_names: ['discount shop'] },
    response: {
      site: 'shop.example',
      own_names: ['shop', 'the shop'],
      other_names: ['discount shop'],
      brand: { queries: 739, clicks: 271_553, impressions: 2_120_400 },
      opportunity_counts: { striking_distance: 61, low_ctr: 15 },
    },
  },
});

/**
 * Works on one upload after the call that started it has been answered: apart
 * from the endpoints, so that a large file has time and memory of its own.
 */
export const runImport = {
  name: 'run-import',
  summary: 'Imports what an account has uploaded about its own sites.',
  module: 'imports/run-import.ts',
  // What it keeps in memory grows with the queries and pages of an export, of which there are bounds.
  memoryMb: 3_008,
  timeoutSeconds: 900,
  grants: {
    tables: {
      index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'],
      identity: ['GetItem', 'Query', 'PutItem'],
    },
    objects: ['uploads:get', 'uploads:list', 'uploads:delete'],
  },
} as const satisfies BackgroundFunction;

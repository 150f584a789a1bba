import type { BackgroundFunction } from '#shared/contract/background-function.ts';

/**
 * Works on one upload after the call that started it has been answered: apart
 * from the endpoints, so that a large file has time and memory of its own.
 */
export const runImport = {
  name: 'run-import',
  summary: 'Imports what an account has uploaded about its own sites.',
  folder: 'imports/run-import',
  // What it keeps in memory grows with the queries and pages of an export, of which there are bounds.
  memoryMb: 3_008,
  timeoutSeconds: 900,
  grants: {
    tables: { index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'] },
    objects: ['uploads:get', 'uploads:list', 'uploads:delete'],
  },
} as const satisfies BackgroundFunction;

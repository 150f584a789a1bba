import type { Foundation } from '#functions/foundation.ts';
import { createClock } from '#shared/platform/clock.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';
import { tableNames } from '../data/create-tables.ts';

/** The part of a foundation that the operator's commands work on. */
export type AdminFoundation = Pick<Foundation, 'documents' | 'tables' | 'clock' | 'readSecret'>;

/** The tables of a deployed stage; `validation_error` for what cannot be the name of one. */
export function stageTables(stage: string): TableNames {
  if (!/^[a-z][a-z0-9-]{0,20}$/u.test(stage))
    throw new ServiceError('validation_error', '--stage is the name of a deployed stage, such as prod.');
  return tableNames(`oriel-${stage}-`);
}

/**
 * A deployed stage as its operator reaches it: with the AWS credentials of the
 * shell. Tables and secrets have the names that the data stack gives them.
 */
export function openStageFoundation(stage: string): AdminFoundation {
  const tables = stageTables(stage);
  const secretStore = createSecretStore();
  return {
    documents: createDocuments(),
    tables,
    clock: createClock(),
    readSecret: (name) => secretStore.read(`oriel/${stage}/${name}`),
  };
}

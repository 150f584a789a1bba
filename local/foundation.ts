import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import type { ComposedServices } from '#shared/http/compose-services.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { createClock } from '#shared/platform/clock.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks, type ObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { type Operator, openOperator } from './admin/operator.ts';
import { tableNames } from './data/create-tables.ts';
import type { DataFolder } from './data/data-folder.ts';
import { patientConfig } from './data/database.ts';
import type { Storage } from './data/storage.ts';

/** What one machine is built on: the same parts as a deployed function, with files in place of S3. */
export interface LocalFoundation extends Foundation {
  readonly links: ObjectLinks;
  readonly identity: IdentityTable;
  readonly call: ComposedServices;
  readonly operator: Operator;
}

interface LocalParts {
  readonly folder: DataFolder;
  readonly storage: Storage;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly clockOffsetSeconds: number;
}

export function createLocalFoundation({
  folder,
  storage,
  logger,
  baseUrl,
  clockOffsetSeconds,
}: LocalParts): LocalFoundation {
  const { database, secrets } = storage;
  const clock = createClock(clockOffsetSeconds);
  const documents = createDocuments(database.clientConfig);
  const tables = tableNames();
  const links = createObjectLinks({ baseUrl: () => baseUrl, secret: secrets.link_key, clock });
  const foundation: Foundation = {
    documents,
    singleAttempt: createSingleAttemptDocuments(patientConfig(database)),
    tables,
    objects: createFileObjectStore({ folder: folder.objects, links }),
    secrets,
    clock,
    logger,
    baseUrl,
    dashboardUrl: baseUrl,
  };
  const call = composeCallServices(foundation);
  const identity = { documents, name: tables.identity, clock };
  return {
    ...foundation,
    links,
    identity,
    call,
    operator: openOperator(foundation, call),
  };
}

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from './clock.ts';
import type { TableNames } from './dynamo/tables.ts';
import type { CallLogger } from './logger.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import type { ServiceSecrets } from './secrets/service-secrets.ts';

/** What everything else is built on; one per process. */
export interface Foundation {
  readonly documents: DynamoDBDocumentClient;
  /** A client that never sends twice, for holds. */
  readonly singleAttempt: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly objects: ObjectStore;
  readonly secrets: ServiceSecrets;
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
}

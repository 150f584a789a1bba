import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeImportCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ImportTableCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';

/** Where the objects of an import lie, and the table that it makes. */
export interface TableImport {
  readonly bucket: string;
  readonly prefix: string;
  readonly table: string;
  /** The same for the same import: within eight hours a second request begins no second import. */
  readonly token: string;
}

export interface ImportState {
  readonly status: 'running' | 'complete' | 'failed';
  readonly processed: number;
  readonly imported: number;
  readonly errors: number;
  readonly reason: string | undefined;
}

export type GenerationTables = ReturnType<typeof createGenerationTables>;

/** The tables of generations, as the database's own management knows them. */
export function createGenerationTables(client: DynamoDBClient) {
  return {
    startImport: (order: TableImport): Promise<string> => startImport(client, order),
    importState: (arn: string): Promise<ImportState> => importState(client, arn),
    /** Gives a table what an import cannot: ceilings, backups, protection and tags, as the table `like` has them. */
    setUp: (table: string, like: string): Promise<void> => setUp(client, table, like, true),
    /** The same without backups and protection, for what can be loaded again. */
    setUpPassing: (table: string, like: string): Promise<void> => setUp(client, table, like, false),
    exists: async (table: string): Promise<boolean> => (await describe(client, table)) !== undefined,
    /** Deletes a table, its protection included; nothing where there is none. */
    remove: (table: string): Promise<void> => remove(client, table),
  };
}

/** Keys and billing are those of the index table's definition, which the stack is made from too. */
async function startImport(client: DynamoDBClient, order: TableImport): Promise<string> {
  const { ImportTableDescription } = await client.send(
    new ImportTableCommand({
      ClientToken: order.token,
      S3BucketSource: { S3Bucket: order.bucket, S3KeyPrefix: order.prefix },
      InputFormat: 'DYNAMODB_JSON',
      InputCompressionType: 'GZIP',
      TableCreationParameters: { TableName: order.table, ...tableCreation(tables.index) },
    }),
  );
  const arn = ImportTableDescription?.ImportArn;
  if (!arn) throw new Error('DynamoDB named no import.');
  return arn;
}

const statuses: Readonly<Record<string, ImportState['status']>> = {
  COMPLETED: 'complete',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

async function importState(client: DynamoDBClient, ImportArn: string): Promise<ImportState> {
  const { ImportTableDescription: found } = await client.send(new DescribeImportCommand({ ImportArn }));
  const { ImportStatus = '', FailureCode, FailureMessage } = found ?? {};
  return {
    status: statuses[ImportStatus] ?? 'running',
    processed: found?.ProcessedItemCount ?? 0,
    imported: found?.ImportedItemCount ?? 0,
    errors: found?.ErrorCount ?? 0,
    reason: FailureMessage ?? FailureCode,
  };
}

async function setUp(
  client: DynamoDBClient,
  TableName: string,
  like: string,
  isKept: boolean,
): Promise<void> {
  const [wanted, made] = [await found(client, like), await found(client, TableName)];
  if (isKept) await backUp(client, TableName, like);
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: wanted.TableArn }));
  // Those of AWS itself say which stack a table belongs to, and this one belongs to none.
  const own = Tags.filter(({ Key = '' }) => !Key.startsWith('aws:'));
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: made.TableArn, Tags: own }));
  // Last: what is protected is a table that is set up.
  const isProtected = isKept && (wanted.DeletionProtectionEnabled ?? false);
  const ceilings = wanted.OnDemandThroughput;
  const changes = {
    ...(isProtected !== (made.DeletionProtectionEnabled ?? false) && {
      DeletionProtectionEnabled: isProtected,
    }),
    ...(ceilings &&
      !isDeepStrictEqual(ceilings, made.OnDemandThroughput) && { OnDemandThroughput: ceilings }),
  };
  // A table takes one change at a time.
  if (Object.keys(changes).length > 0) await client.send(new UpdateTableCommand({ TableName, ...changes }));
}

async function backUp(client: DynamoDBClient, TableName: string, like: string): Promise<void> {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: like }),
  );
  if (backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus !== 'ENABLED') return;
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
}

/** Between two looks at a table that is going. */
const goingMs = 3_000;

async function remove(client: DynamoDBClient, TableName: string): Promise<void> {
  const table = await describe(client, TableName);
  if (!table) return;
  if (table.DeletionProtectionEnabled)
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await client.send(new DeleteTableCommand({ TableName }));
  // The SDK's waiter takes every error for "not yet", ten minutes long.
  while (await describe(client, TableName)) await pause(goingMs);
}

async function found(client: DynamoDBClient, table: string): Promise<TableDescription> {
  const description = await describe(client, table);
  if (!description) throw new Error(`There is no table ${table}.`);
  return description;
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

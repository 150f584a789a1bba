import { gunzipSync } from 'node:zlib';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { Database } from '#local/data/database.ts';
import type { ObjectServer, WireAnswer } from './object-server.ts';

/**
 * DynamoDB's import from S3 as AWS documents it (developer guide, "Import
 * format quotas and validation" and "How it works"; API reference, ImportTable):
 * the table is created by the import and answers nobody before it is over;
 * errors are counted and items with them left out; of items with one key one
 * remains; a request with the same token and the same parameters begins nothing
 * new, and with other parameters is refused.
 */
export interface TableImports {
  answer(operation: string, input: ImportRequest & Named): Promise<WireAnswer | undefined>;
  /** The next import ends so, after half of its objects. */
  failNext(code: string, message: string): void;
  /** The next import leaves an item out, as an error. */
  spoilNext(): void;
  /** The next import stores one of its items with other attributes. */
  changeNext(attributes: object): void;
  /** Imports that were begun. */
  readonly begun: readonly { readonly table: string; readonly token: string }[];
}

interface Named {
  readonly ImportArn?: string;
  readonly TableName?: string;
}

interface ImportRequest {
  readonly ClientToken: string;
  readonly InputFormat: string;
  readonly InputCompressionType: string;
  readonly TableCreationParameters: CreateTableCommandInput & { readonly TableName: string };
  readonly S3BucketSource: { readonly S3Bucket: string; readonly S3KeyPrefix: string };
}

interface Import {
  readonly arn: string;
  readonly token: string;
  readonly table: string;
  readonly request: string;
  /** Looks at it that still find it running. */
  looks: number;
  state: object;
}

interface Faults {
  failure?: { readonly code: string; readonly message: string };
  isSpoiled?: boolean;
  change?: object;
}

const region = 'eu-central-1';
const mostObjects = 50_000;
/** Of an item, not of its text; texts of bytes are a third longer. */
const mostLineBytes = (400 * 1024 * 4) / 3;

export function createTableImports(
  engine: Pick<Database, 'clientConfig'>,
  objects: ObjectServer['objects'],
): TableImports {
  const client = new DynamoDBClient(engine.clientConfig);
  const imports = new Map<string, Import>();
  let faults: Faults = {};

  const start = async (input: ImportRequest): Promise<WireAnswer> => {
    const { ClientToken: token, TableCreationParameters, S3BucketSource } = input;
    const request = JSON.stringify([TableCreationParameters, S3BucketSource]);
    const same = [...imports.values()].find((known) => known.token === token);
    if (same) return same.request === request ? described(same) : refused('ImportConflictException');
    if (input.InputFormat !== 'DYNAMODB_JSON' || input.InputCompressionType !== 'GZIP')
      return refused('ValidationException');
    const { TableName: table } = TableCreationParameters;
    const made = await client.send(new CreateTableCommand(TableCreationParameters)).then(
      () => true,
      () => false,
    );
    if (!made) return refused('ResourceInUseException');
    const arn = `arn:aws:dynamodb:${region}:000000000000:table/${table}/import/${imports.size + 1}`;
    const { S3Bucket, S3KeyPrefix } = S3BucketSource;
    const keys = [...objects.keys()].filter((key) => key.startsWith(`${S3Bucket}/${S3KeyPrefix}`));
    const begun: Import = { arn, token, table, request, looks: 1, state: await run(keys, table) };
    imports.set(arn, begun);
    return described(begun);
  };

  const run = async (keys: readonly string[], table: string): Promise<object> => {
    const { failure, isSpoiled = false, change = {} } = faults;
    faults = {};
    if (keys.length === 0 || keys.length > mostObjects)
      return { ImportStatus: 'FAILED', FailureCode: 'ItemValidationError', FailureMessage: 'No objects.' };
    const lines = linesOf(objects, failure ? keys.slice(0, Math.ceil(keys.length / 2)) : keys);
    const items = lines.slice(isSpoiled ? 1 : 0).flatMap((line) => itemOf(line) ?? []);
    const [first = {}, ...others] = new Map(
      items.map((item) => [`${item.pk.S}\n${item.sk.S}`, item]),
    ).values();
    await write(client, table, [{ ...first, ...change }, ...others]);
    const counts = {
      ProcessedItemCount: lines.length,
      ImportedItemCount: items.length,
      ErrorCount: lines.length - items.length,
    };
    if (!failure) return { ImportStatus: 'COMPLETED', ...counts };
    return { ImportStatus: 'FAILED', FailureCode: failure.code, FailureMessage: failure.message, ...counts };
  };

  const look = (arn: string): WireAnswer => {
    const found = imports.get(arn);
    if (!found) return refused('ImportNotFoundException');
    const answer = described(found);
    found.looks -= 1;
    return answer;
  };

  const isOpen = (table: unknown) =>
    [...imports.values()].some((one) => one.table === table && one.looks > 0);

  return {
    get begun() {
      return [...imports.values()];
    },
    failNext(code, message) {
      faults.failure = { code, message };
    },
    spoilNext() {
      faults.isSpoiled = true;
    },
    changeNext(attributes) {
      faults.change = attributes;
    },
    async answer(operation, input) {
      if (operation === 'ImportTable') return start(input);
      if (operation === 'DescribeImport') return look(input.ImportArn ?? '');
      // "DynamoDB creates a new target table that will be imported into": nobody reads it before.
      const isEarly = isOpen(input.TableName) && operation !== 'DescribeTable';
      return isEarly ? refused('ResourceNotFoundException') : undefined;
    },
  };
}

const described = ({ arn, looks, state, table }: Import): WireAnswer =>
  json({
    ImportTableDescription: {
      ImportArn: arn,
      TableArn: `arn:aws:dynamodb:${region}:000000000000:table/${table}`,
      ...(looks > 0 ? { ImportStatus: 'IN_PROGRESS' } : state),
    },
  });

function linesOf(objects: ObjectServer['objects'], keys: readonly string[]): string[] {
  return keys.flatMap((key) =>
    gunzipSync(objects.get(key)?.body ?? Buffer.alloc(0))
      .toString()
      .split('\n')
      .slice(0, -1),
  );
}

interface WireItem {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

function itemOf(line: string): WireItem | undefined {
  try {
    const { Item } = JSON.parse(line, revived) as { Item?: Partial<WireItem> };
    if (Item?.pk?.S === undefined || Item.sk?.S === undefined) return undefined;
    return Buffer.byteLength(line) <= mostLineBytes ? { ...Item, pk: Item.pk, sk: Item.sk } : undefined;
  } catch {
    return undefined;
  }
}

function revived(name: string, value: unknown): unknown {
  return name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}

const itemsAtOnce = 25;

async function write(client: DynamoDBClient, table: string, items: readonly object[]): Promise<void> {
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const puts = items
      .slice(start, start + itemsAtOnce)
      .map((Item) => ({ PutRequest: { Item: { ...Item } as never } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
  }
}

export function json(body: object): WireAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(body),
  };
}

export function refused(type: string): WireAnswer {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${type}`,
      message: `Refused: ${type}.`,
    }),
  };
}

import { isDeepStrictEqual } from 'node:util';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import {
  changeItem,
  type Item,
  removeItem,
  setAll,
  type Test,
  toCondition,
} from '../dynamo/conditional-writes.ts';
import { type TableNames, tables } from '../dynamo/tables.ts';
import type { ItemChange, Migration, StoredItem } from './migrations.ts';

interface MigrationParts {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

interface MigrationOptions {
  /** Counts what would be changed, and changes nothing. */
  readonly isDryRun: boolean;
  /** Where an earlier run was stopped: `position` of its last page. */
  readonly position?: string | undefined;
  /** Called after each page with the place to resume from. */
  readonly reached?: (position: string | undefined, counts: MigrationCounts) => void;
}

export interface MigrationCounts {
  readonly scanned: number;
  /** Items that have the new shape now, or would have. */
  readonly changed: number;
  /** Items that calls kept changing meanwhile: run the migration again. */
  readonly busy: number;
}

/** Items changed by others meanwhile are read again this often. */
const maxTries = 5;

/**
 * Goes through the migration's table and rewrites what has the old shape, each
 * item by one conditional write. Safe at any time, also twice at the same time.
 */
export async function runMigration(
  { documents, tables: names }: MigrationParts,
  migration: Migration,
  { isDryRun, position, reached = () => {} }: MigrationOptions,
): Promise<MigrationCounts> {
  const counts = { scanned: 0, changed: 0, busy: 0 };
  const TableName = names[migration.table];
  const outcomeOf = async (item: StoredItem) => {
    if (!isDryRun) return migrateItem(documents, TableName, migration, item);
    return migration.change(item) && 'changed';
  };
  const pages = paginateScan(
    { client: documents, startingToken: position === undefined ? undefined : readPosition(position) },
    { TableName, ConsistentRead: true },
  );
  for await (const { Items = [], LastEvaluatedKey } of pages) {
    for (const item of Items) {
      counts.scanned += 1;
      const outcome = await outcomeOf(item);
      if (outcome) counts[outcome] += 1;
    }
    reached(LastEvaluatedKey && writePosition(LastEvaluatedKey), counts);
  }
  return counts;
}

async function migrateItem(
  documents: DynamoDBDocumentClient,
  table: string,
  migration: Migration,
  found: StoredItem,
): Promise<'changed' | 'busy' | undefined> {
  let item: StoredItem | undefined = found;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const change: ItemChange | undefined = item && migration.change(item);
    if (!item || !change) return undefined;
    if (await write(documents, table, migration, { item, change })) return 'changed';
    item = await readAgain(documents, table, keyOf(migration, item));
  }
  return 'busy';
}

async function readAgain(
  documents: DynamoDBDocumentClient,
  TableName: string,
  Key: Record<string, unknown>,
): Promise<StoredItem | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item;
}

/** False where the item is no longer what the change was made from. */
async function write(
  documents: DynamoDBDocumentClient,
  name: string,
  migration: Migration,
  { item, change }: { readonly item: StoredItem; readonly change: ItemChange },
): Promise<boolean> {
  const isAsItWas = change.from.map((attribute): Test => {
    const [path, value] = [[attribute], item[attribute]];
    return value === undefined ? { test: 'absent', path } : { test: 'equals', path, value };
  });
  // An item that was deleted meanwhile must not come back as a stump.
  const checks: Test[] = [{ test: 'present', path: [tables[migration.table].partitionKey] }, ...isAsItWas];
  const [key, next] = [keyOf(migration, item), { ...item, ...change.set }];
  if (!isDeepStrictEqual(keyOf(migration, next), key)) {
    const kept = Object.entries(next).filter(([attribute]) => !change.remove.includes(attribute));
    return move({ documents, name }, { key, checks, item: Object.fromEntries(kept) });
  }
  const removals = change.remove.map((attribute) => ({ do: 'remove' as const, path: [attribute] }));
  const steps = [...setAll(change.set), ...removals];
  return (await changeItem({ documents, name }, key, { checks, steps })) !== undefined;
}

/** All at once, or nothing. What has the new key already is newer, and only the old item goes. */
async function move(
  table: { readonly documents: DynamoDBDocumentClient; readonly name: string },
  { key, checks, item }: { readonly key: Item; readonly checks: readonly Test[]; readonly item: Item },
): Promise<boolean> {
  const TableName = table.name;
  const isFree = toCondition(Object.keys(key).map((name) => ({ test: 'absent', path: [name] })));
  const actions = [
    { Put: { TableName, Item: { ...item }, ...isFree } },
    { Delete: { TableName, Key: { ...key }, ...toCondition(checks) } },
  ];
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: actions }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const [taken] = error.CancellationReasons ?? [];
    if (taken?.Code !== 'ConditionalCheckFailed') return false;
    return (await removeItem(table, key, checks)) !== undefined;
  }
}

function keyOf({ table }: Migration, item: StoredItem): Record<string, unknown> {
  const { partitionKey, sortKey } = { sortKey: undefined, ...tables[table] };
  return {
    [partitionKey]: item[partitionKey],
    ...(sortKey !== undefined && { [sortKey]: item[sortKey] }),
  };
}

function writePosition(key: StoredItem): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function readPosition(position: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(position, 'base64url').toString());
}

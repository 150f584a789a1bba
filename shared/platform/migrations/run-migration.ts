import { type DynamoDBDocumentClient, GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { changeItem, setAll, type Test } from '../dynamo/conditional-writes.ts';
import { type TableName, type TableNames, tables } from '../dynamo/tables.ts';

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
  table: string,
  migration: Migration,
  { item, change }: { readonly item: StoredItem; readonly change: ItemChange },
): Promise<boolean> {
  const isAsItWas = change.from.map((attribute): Test => {
    const [path, value] = [[attribute], item[attribute]];
    return value === undefined ? { test: 'absent', path } : { test: 'equals', path, value };
  });
  const written = await changeItem({ documents, name: table }, keyOf(migration, item), {
    // An item that was deleted meanwhile must not come back as a stump.
    checks: [{ test: 'present', path: [tables[migration.table].partitionKey] }, ...isAsItWas],
    steps: [
      ...setAll(change.set),
      ...change.remove.map((attribute) => ({ do: 'remove' as const, path: [attribute] })),
    ],
  });
  return written !== undefined;
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

/** Every migration, oldest first; none yet. `docs/storage.md` says how the next one is added. */
export const migrations: readonly Migration[] = [];

/** An item as stored, of any shape that it ever had. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** What one item's attributes become. */
interface ItemChange {
  readonly set: StoredItem;
  readonly remove: readonly string[];
  /** Attributes that the change was made from: it is only written while they are what they were. */
  readonly from: readonly string[];
}

/**
 * Brings the items of one table from one shape to the next. Before one runs,
 * the released code reads both shapes and writes the new one; so it can run
 * while the service serves, be stopped at any item, and run again.
 */
export interface Migration {
  /** Never changed once it was released. */
  readonly id: string;
  readonly table: TableName;
  /** One sentence for the operator. */
  readonly summary: string;
  /** Undefined where the item has the new shape already, or is of another kind. Pure. */
  change(item: StoredItem): ItemChange | undefined;
}

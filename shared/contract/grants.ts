import type { TableName } from '#shared/platform/dynamo/tables.ts';
import type { ToolContract, ToolNeed } from './tool.ts';

/** One action on a table; becomes `dynamodb:<operation>` in a role's policy. */
export type TableOperation =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Scan'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

export type TableGrants = Readonly<Partial<Record<TableName, readonly TableOperation[]>>>;

/** Secrets of the service, each an entry of its own in the secret store. */
export type SecretName = KeptSecretName | 'origin';
/** Those that outlive a deployment; the origin secret is made and replaced by one. */
export type KeptSecretName = 'service' | 'upstream' | 'signing' | 'stripe' | 'canary';

/** Folders of the bucket, each with one kind of file in it. */
export type ObjectFolder = 'answers' | 'datasets' | 'idempotency' | 'uploads' | 'usage';

export type ObjectAccess = 'get' | 'put' | 'delete' | 'list';

/** One kind of access to one folder. */
export type ObjectGrant = `${ObjectFolder}:${ObjectAccess}`;

/** What one function may touch; its role is made from this and nothing else. */
export interface Grants {
  readonly tables: TableGrants;
  readonly secrets: readonly SecretName[];
  readonly objects: readonly ObjectGrant[];
}

/** What every authenticated call does: look up who calls and from where, count the call, log it, or count that it was refused. */
export const authenticatedCallGrants: Grants = {
  tables: {
    accounts: ['GetItem', 'UpdateItem'],
    credentials: ['GetItem', 'UpdateItem'],
    usage: ['PutItem', 'UpdateItem'],
    identity: ['GetItem'],
  },
  secrets: ['service', 'origin'],
  objects: [],
};

/** What a call adds that costs credits: it may have to look how it was decided, reserves its price in a run, and keeps its answer. */
const chargedCallGrants: Grants = {
  tables: { usage: ['GetItem'], idempotency: ['UpdateItem'] },
  secrets: [],
  objects: ['answers:put'],
};

/** What a call adds that may carry an `Idempotency-Key`. */
export const idempotentCallGrants: Grants = {
  tables: { idempotency: ['GetItem', 'PutItem', 'DeleteItem'] },
  secrets: [],
  objects: [],
};

const onIndex = (...index: readonly TableOperation[]): Grants => ({
  tables: { index },
  secrets: [],
  objects: [],
});

const needGrants: Readonly<Record<ToolNeed, Grants>> = {
  indexItem: onIndex('GetItem'),
  indexItems: onIndex('BatchGetItem'),
  indexRows: onIndex('Query'),
  indexWrite: onIndex('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem'),
  facts: { tables: { facts: ['GetItem', 'PutItem'] }, secrets: [], objects: [] },
  datasets: { tables: { facts: ['PutItem'] }, secrets: [], objects: ['datasets:put'] },
  datasetRows: { tables: { facts: ['GetItem'] }, secrets: [], objects: ['datasets:get'] },
  // Rows of a megabyte, with the file that is made of them; as an answer too large for an item.
  datasetRead: {
    tables: { facts: ['GetItem'] },
    secrets: [],
    objects: ['datasets:get', 'datasets:put', 'idempotency:get', 'idempotency:put'],
  },
  // The gate that all functions share, and the claim of a question in flight.
  upstream: { tables: { facts: ['UpdateItem'] }, secrets: ['upstream'], objects: [] },
  crawl: { tables: {}, secrets: [], objects: [] },
};

/** All that the function of a tool may do. */
export function toolGrants(tool: Pick<ToolContract, 'needs' | 'credits'>): Grants {
  return mergeGrants([
    authenticatedCallGrants,
    ...(tool.credits > 0 ? [chargedCallGrants] : []),
    idempotentCallGrants,
    ...tool.needs.map((need) => needGrants[need]),
  ]);
}

/** What a function may do that asks a tool for an account, without a caller: the call is counted, held and kept as any other. */
export function askedGrants(tool: Pick<ToolContract, 'needs'>): Grants {
  return mergeGrants([
    {
      tables: { accounts: ['GetItem', 'UpdateItem'], usage: ['GetItem', 'PutItem', 'UpdateItem'] },
      secrets: [],
      objects: ['answers:put'],
    },
    idempotentCallGrants,
    ...tool.needs.map((need) => needGrants[need]),
  ]);
}

/** The union of grants, each list in order of first mention. */
export function mergeGrants(grants: readonly Grants[]): Grants {
  const tables: Partial<Record<TableName, readonly TableOperation[]>> = {};
  for (const { tables: granted } of grants)
    for (const [name, operations] of tableEntries(granted))
      tables[name] = [...new Set([...(tables[name] ?? []), ...operations])];
  return {
    tables,
    secrets: [...new Set(grants.flatMap(({ secrets }) => secrets))],
    objects: [...new Set(grants.flatMap(({ objects }) => objects))],
  };
}

const names: readonly TableName[] = [
  'accounts',
  'ledger',
  'credentials',
  'usage',
  'idempotency',
  'index',
  'facts',
  'identity',
  'billing',
];

/** The granted tables with their operations. */
export function tableEntries(granted: TableGrants): readonly [TableName, readonly TableOperation[]][] {
  return names.flatMap((name) => {
    const operations = granted[name];
    return operations ? [[name, operations] as const] : [];
  });
}

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
export type KeptSecretName = 'service' | 'upstream' | 'signing' | 'stripe' | 'canary' | 'google' | 'crux';

/** Folders of the bucket, each with one kind of file in it. */
export type ObjectFolder =
  | 'answers'
  | 'crawls'
  | 'datasets'
  | 'idempotency'
  | 'index-imports'
  | 'uploads'
  | 'usage';

export type ObjectAccess = 'get' | 'put' | 'delete' | 'list';

export type ObjectGrant = `${ObjectFolder}:${ObjectAccess}`;

/** What one function may touch; its role is made from this and nothing else. Contracts leave out what they do not need. */
export interface Grants {
  readonly tables: TableGrants;
  readonly secrets: readonly SecretName[];
  readonly objects: readonly ObjectGrant[];
  /** Whether what is allowed with the index table is so with every generation of it; else with what belongs to accounts alone. */
  readonly sharedIndex?: boolean;
}

/** What every authenticated call does: look up who calls and from where, count the call, log it, or count that it was refused. */
const authenticatedCallGrants: Partial<Grants> = {
  tables: {
    accounts: ['GetItem', 'BatchGetItem', 'UpdateItem'],
    credentials: ['GetItem', 'BatchGetItem', 'UpdateItem'],
    // How the calls ended that a limit was reserved for.
    usage: ['PutItem', 'UpdateItem', 'BatchGetItem'],
    identity: ['GetItem'],
  },
  secrets: ['service', 'origin'],
};

/** What a call adds that costs credits: it may have to look how it was decided, and reserves its price in a run. */
const chargedCallGrants: Partial<Grants> = {
  tables: { usage: ['GetItem'], idempotency: ['UpdateItem'] },
};

/** What a call adds that may carry an `Idempotency-Key`. */
const idempotentCallGrants: Partial<Grants> = {
  tables: { idempotency: ['GetItem', 'PutItem', 'DeleteItem'] },
};

/** Getting an item is part of every use: an item says which generation is in force. */
const onIndex = (...index: readonly TableOperation[]): Partial<Grants> => ({
  tables: { index: ['GetItem', ...index] },
  sharedIndex: true,
});

const needGrants: Readonly<Record<ToolNeed, Partial<Grants>>> = {
  indexItem: onIndex('BatchGetItem'),
  indexItems: onIndex('BatchGetItem'),
  indexRows: onIndex('Query'),
  indexWrite: onIndex('BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem'),
  facts: { tables: { facts: ['BatchGetItem', 'PutItem'] } },
  datasets: { tables: { facts: ['BatchWriteItem'] }, objects: ['datasets:put'] },
  trackers: { tables: { identity: ['Query'] } },
  siteChanges: { tables: { index: ['GetItem', 'Query', 'PutItem'] } },
  ownPages: { tables: { index: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem'] } },
  // Listing tells a file that is gone from one that may not be read: S3 refuses both.
  datasetRows: { tables: { facts: ['GetItem'] }, objects: ['datasets:get', 'datasets:list'] },
  // Rows of a megabyte, with the file that is made of them; as an answer too large for an item.
  datasetRead: {
    tables: { facts: ['GetItem'] },
    objects: [
      ...(['datasets:get', 'datasets:list', 'datasets:put', 'idempotency:get', 'idempotency:put'] as const),
      // Lists of crawls are kept with them.
      ...(['crawls:get', 'crawls:list'] as const),
    ],
  },
  // The gate that all functions share, and the claim of a question in flight.
  upstream: { tables: { facts: ['GetItem', 'UpdateItem'] }, secrets: ['upstream'] },
  crawl: {},
  fieldVitals: { tables: { facts: ['GetItem', 'PutItem', 'UpdateItem'] }, secrets: ['crux'] },
  // Crawls of an account are counted before one more is written down.
  crawls: { tables: { index: ['GetItem', 'Query', 'PutItem'] } },
};

export function toolGrants(tool: Pick<ToolContract, 'needs' | 'credits'>): Grants {
  return mergeGrants([
    authenticatedCallGrants,
    ...(tool.credits > 0 ? [chargedCallGrants] : []),
    idempotentCallGrants,
    ...tool.needs.map((need) => needGrants[need]),
  ]);
}

export function endpointGrants({
  grants = {},
  creates,
}: {
  readonly grants?: Partial<Grants>;
  readonly creates?: boolean;
}): Grants {
  return mergeGrants([authenticatedCallGrants, ...(creates ? [idempotentCallGrants] : []), grants]);
}

/** What a function may do that asks a tool for an account, without a caller: the call is counted, held and kept like every other call. */
export function askedGrants(tool: Pick<ToolContract, 'needs'>): Grants {
  return mergeGrants([
    {
      tables: {
        accounts: ['GetItem', 'UpdateItem'],
        usage: ['GetItem', 'PutItem', 'UpdateItem'],
      },
    },
    idempotentCallGrants,
    ...tool.needs.map((need) => needGrants[need]),
  ]);
}

/** The union of grants, each list in order of first mention. */
export function mergeGrants(grants: readonly Partial<Grants>[]): Grants {
  const tables: Partial<Record<TableName, readonly TableOperation[]>> = {};
  for (const { tables: granted = {} } of grants)
    for (const [name, operations] of tableEntries(granted))
      tables[name] = [...new Set([...(tables[name] ?? []), ...operations])];
  return {
    tables,
    secrets: [...new Set(grants.flatMap(({ secrets = [] }) => secrets))],
    objects: [...new Set(grants.flatMap(({ objects = [] }) => objects))],
    ...(grants.some(({ sharedIndex }) => sharedIndex) && { sharedIndex: true }),
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

export function tableEntries(granted: TableGrants): readonly [TableName, readonly TableOperation[]][] {
  return names.flatMap((name) => {
    const operations = granted[name];
    return operations ? [[name, operations] as const] : [];
  });
}

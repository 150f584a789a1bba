import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';

/**
 * Every table of the service, as data: the stacks deploy these definitions and
 * the one-machine server creates the same ones. Which items a table holds, and
 * under which attribute names, is known only to the repository that owns it;
 * `docs/storage.md` shows each kind of item with an example.
 */
export interface TableDefinition {
  /** Environment variable that carries the deployed name. */
  readonly variable: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Attribute with the unix second after which an item may be deleted. Readers check it themselves. */
  readonly timeToLive?: string;
}

export const tables = {
  /** Accounts with balance, open holds and rate windows: one item each. */
  accounts: { variable: 'ACCOUNTS_TABLE', partitionKey: 'account_id' },
  /** Grants, refunds and claw-backs of an account, keyed by their business id. */
  ledger: { variable: 'LEDGER_TABLE', partitionKey: 'account_id', sortKey: 'entry_id' },
  /** API keys by hash, and each account's list of them. */
  credentials: { variable: 'CREDENTIALS_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** One record for every authenticated call; the charged ones are the money. */
  usage: {
    variable: 'USAGE_TABLE',
    partitionKey: 'account_id',
    sortKey: 'id',
    timeToLive: 'expires_at',
  },
  /** Answers kept for `Idempotency-Key`. */
  idempotency: {
    variable: 'IDEMPOTENCY_TABLE',
    partitionKey: 'pk',
    timeToLive: 'expires_at',
  },
  /** The stored index: keywords, domains, pages, tokens and links in each market. */
  index: { variable: 'INDEX_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** Shared answers of live sources, what each account saw last, dataset records, upstream limits. */
  facts: {
    variable: 'FACTS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** Sign-ins, sessions, OAuth clients, grants and tokens. */
  identity: {
    variable: 'IDENTITY_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** Orders, payments and the events that confirmed them. */
  billing: { variable: 'BILLING_TABLE', partitionKey: 'pk', sortKey: 'sk' },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;

/** Deployed name of each table, by the name used in code. */
export type TableNames = Readonly<Record<TableName, string>>;

/** Some of the tables, with what reads and writes them. */
export interface TableAccess<Name extends TableName> {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, Name>;
  readonly clock: Clock;
}

/** Something of each table, by the name used in code. */
export function byTable<Value>(of: (name: TableName) => Value): Record<TableName, Value> {
  return {
    accounts: of('accounts'),
    ledger: of('ledger'),
    credentials: of('credentials'),
    usage: of('usage'),
    idempotency: of('idempotency'),
    index: of('index'),
    facts: of('facts'),
    identity: of('identity'),
    billing: of('billing'),
  };
}

export const tableList: readonly (TableDefinition & { readonly name: TableName })[] = typedKeys(tables).map(
  (name) => ({ name, ...tables[name] }),
);

/** What a table is created with: keys, and on demand, since the load is the callers' to choose. */
export function tableCreation({ partitionKey, sortKey }: Pick<TableDefinition, 'partitionKey' | 'sortKey'>) {
  const names = [partitionKey, sortKey].filter((name) => name !== undefined);
  return {
    BillingMode: 'PAY_PER_REQUEST' as const,
    KeySchema: names.map((AttributeName, index) => ({
      AttributeName,
      KeyType: index === 0 ? ('HASH' as const) : ('RANGE' as const),
    })),
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  };
}

function typedKeys(record: typeof tables): TableName[] {
  const isName = (key: string): key is TableName => Object.hasOwn(record, key);
  return Object.keys(record).filter(isName);
}

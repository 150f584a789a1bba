import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { tables as definitions, type TableName, type TableNames } from '#shared/platform/dynamo/tables.ts';

/** What a call cannot do without, beside the facts: who calls and what it may spend. */
const healthTables = ['accounts', 'credentials'] as const;

/** By name of what is depended on; each rejects where it does not answer. */
export type HealthProbes = Readonly<Record<string, () => Promise<unknown>>>;

/** Reads an item from each table that cannot be there: what counts is that the table answers. */
export function tableProbes(
  documents: DynamoDBDocumentClient,
  tables: TableNames,
  sharedIndex: () => Promise<string>,
): HealthProbes {
  const probe = (name: TableName, TableName: string) => {
    const { partitionKey, ...definition } = definitions[name];
    const sortKey = 'sortKey' in definition ? { [definition.sortKey]: 'health' } : {};
    return documents.send(new GetCommand({ TableName, Key: { [partitionKey]: 'health', ...sortKey } }));
  };
  return {
    ...Object.fromEntries(healthTables.map((name) => [name, () => probe(name, tables[name])])),
    index: async () => probe('index', await sharedIndex()),
  };
}

/** A dependency that takes longer than this counts as unavailable. */
const probeMs = 2_000;

/** How each dependency is, asked all at once: `ok`, or `unavailable` where it failed or did not answer in time. */
export async function checkHealth(
  probes: HealthProbes,
): Promise<Readonly<Record<string, 'ok' | 'unavailable'>>> {
  const checks = Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const);
  return Object.fromEntries(await Promise.all(checks));
}

async function check(probe: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The dependency does not answer.')), probeMs);
  try {
    await Promise.race([probe(), late]);
    return 'ok';
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}

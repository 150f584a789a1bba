import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type CatalogTool, priceList, toolCatalog } from '#functions/tools/catalog.ts';
import { servedTool } from '#functions/tools/served-tools.ts';
import { toolServices } from '#functions/tools/tool-services.ts';
import { openOperator } from '#local/admin/operator.ts';
import { createTables, startDatabase, tableNames } from '#local/data/database.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';
import { loadSampleMarket } from '#shared/facts/stored-index/sample/sample-market.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { toolHandler } from '#shared/http/tool-handler.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { generateServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { gatewayEvent } from '../gateway-event.ts';
import { memoryObjects } from '../stores/memory-objects.ts';

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

type ToolName = CatalogTool['name'];

/** What one call asked of the database, by the database's own count. */
export interface Metered {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface MeteredWorld {
  readonly clientConfig: DynamoDBClientConfig;
  readonly documents: DynamoDBDocumentClient;
  /** A key of a new account with credits for a thousand calls and everything switched on. */
  openKey(): Promise<string>;
  /** The tools as functions behind their whole pipeline, on the given clients in place of the world's own. */
  handlersOn(documents: DynamoDBDocumentClient, objects?: ObjectStore): (tool: ToolName) => GatewayHandler;
  /** Forgets what was counted, works, and says what that took. */
  metered<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly cost: Metered }>;
  stop(): Promise<void>;
}

/** The tools on the sample market, with every unit counted that the database says it took. */
export async function startMeteredWorld(): Promise<MeteredWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-metered-'));
  await makeSampleDatabase(folder, tableNames().index);
  const database = await startDatabase({ folder, env: {} });
  const tables = await createTables(database.clientConfig);
  const documents = createDocuments(database.clientConfig);
  await loadSampleMarket({ documents, table: tables.index, clock: Date.now });
  const counter = countUnits(documents);
  const secrets = JSON.stringify(generateServiceSecrets());
  const shared = {
    refusesTestPayments: false,
    tables,
    objects: memoryObjects(),
    readSecret: async (name: string) => (name === 'service' ? secrets : undefined),
    mailer: undefined,
    prices: priceList,
    noCheckoutClients: undefined,
    calledFunction: undefined,
    alarmingCostShare: 1,
    hasGenerations: false,
    storing: {},
    startImport: () => Promise.reject(new Error('Nothing is imported here.')),
    tellAccount: async () => {},
    queueDeliveries: async () => {},
    takesSharedUploads: false,
    clock: Date.now,
    logger: createLogger('oriel'),
    baseUrl: 'https://oriel.example',
    dashboardUrl: 'https://oriel.example',
  };
  const foundation = { ...shared, documents, singleAttempt: documents };
  const operator = openOperator(foundation);
  let accounts = 0;
  return {
    clientConfig: database.clientConfig,
    documents,
    async openKey() {
      accounts += 1;
      const { api_key: key } = await operator.createAccount({
        email: `caller-${accounts}@test.example`,
        credits: 10_000,
        features: ['backlinks'],
        rateLimits: { minute: 100_000, hour: 100_000, day: 100_000 },
      });
      return key;
    },
    handlersOn(others, objects = shared.objects) {
      const services = toolServices({ ...shared, objects, documents: others, singleAttempt: others });
      return (name) => {
        const { tool, logic } = servedTool(name);
        return toolHandler(tool, logic, { services: () => services });
      };
    },
    metered: (work) => counter.metered(work),
    async stop() {
      documents.destroy();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Capacity {
  readonly CapacityUnits?: number;
}

function unitsOf(output: object): number {
  const { ConsumedCapacity: consumed } = output as { ConsumedCapacity?: Capacity | readonly Capacity[] };
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Asks the database with every request what it cost. */
function countUnits(documents: DynamoDBDocumentClient) {
  let counted = { requests: 0, readUnits: 0, writeUnits: 0 };
  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        counted.requests += 1;
        const answer = await next(args);
        const units = unitsOf(answer.output);
        if (/Get|Query|Scan/u.test(commandName)) counted.readUnits += units;
        else counted.writeUnits += units;
        return answer;
      },
    { step: 'initialize' },
  );
  return {
    async metered<Value>(work: () => Promise<Value>) {
      counted = { requests: 0, readUnits: 0, writeUnits: 0 };
      const value = await work();
      return { value, cost: counted };
    },
  };
}

/** Tools that answer from the stored index alone, with the question their documentation shows. */
export const indexTools: readonly ToolName[] = toolCatalog
  .map(({ name }) => name)
  .filter((name) => name !== 'audit_site' && name !== 'export_dataset');

/** The call that a tool's documentation shows. */
export function exampleCall(tool: ToolName, key: string, headers: Readonly<Record<string, string>> = {}) {
  const contract = toolCatalog.find(({ name }) => name === tool);
  return gatewayEvent({
    path: `/v1/tools/${tool}`,
    body: contract?.example,
    headers: { 'x-api-key': key, ...headers },
  });
}

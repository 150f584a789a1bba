import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import type { Context } from 'aws-lambda';
import { type Database, startDatabase, tableNames } from '#local/data/database.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';
import { createGateway } from '#local/http/gateway.ts';
import { listen } from '#local/http/listen.ts';
import { buildDashboard, dashboardFolder, serveDashboard } from '#local/pages/build-dashboard.ts';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { type Deployment, distributionUrl, readAssembly } from './assembly.ts';
import { createFunctionHost, type FunctionHost } from './function-host.ts';
import { accessKeyId, type GuardedServices, ownSecret, startGuardedServices } from './guarded-services.ts';
import { createPermissions, type Permissions } from './permissions.ts';
import type { BootedStage } from './synthesized.ts';

export interface DeploymentOptions {
  /** Which stage is booted; `dev` where it is left out. */
  readonly stage?: BootedStage;
  /** What an operator has filled into secrets, by their names below `oriel/<stage>/`. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Ports on loopback of servers that functions find in the internet, by `host:port`. */
  readonly internet?: Readonly<Record<string, number>>;
}

/** The synthesized service, running on this machine as it would on AWS. */
export interface RunningDeployment {
  readonly baseUrl: string;
  readonly deployment: Deployment;
  readonly permissions: Permissions;
  readonly services: GuardedServices;
  readonly hosts: ReadonlyMap<string, FunctionHost>;
  /** Starts a function as a clock does, or as another service of AWS with an event. */
  start(functionName: string, event?: object): Promise<unknown>;
  /** Ends every container of a function, so that its next call starts cold. */
  recycle(functionName: string): Promise<void>;
  /** The database without a guard, for what an operator does. */
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly databaseConfig: Database['clientConfig'];
  readonly putAll: Database['putAll'];
  /** Empties a table, past every guard. */
  forget(table: keyof TableNames): Promise<void>;
  /**
   * What an operator does to a secret; containers that have read it keep what
   * they read. With a function, only that one finds it so.
   */
  setSecret(name: string, text: string, functionName?: string): void;
  /** The string of a secret, by its name below `oriel/<stage>/`. */
  secret(name: string): string;
  secretArn(name: string): string;
  stop(): Promise<void>;
}

/**
 * Boots `cdk.out`: tables as it declares them, every function from its bundled
 * asset in a worker with its own environment, memory and timeout, routes from
 * the template, and every role's policy enforced at database, bucket and secrets.
 */
export async function startDeployment({
  stage = 'dev',
  secrets = {},
  internet = {},
}: DeploymentOptions = {}): Promise<RunningDeployment> {
  const deployment = readAssembly(new CloudAssembly(await assemblyFolder(stage)));
  for (const [name, text] of Object.entries(secrets))
    deployment.secrets.set(secretArn(deployment, name), text);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-deployed-data-'));
  const index = deployment.tables.find(({ name }) => name.endsWith('-index'));
  if (index) await makeSampleDatabase(folder, index.name);
  const database = await startDatabase({ env: {}, folder });
  await createDeclaredTables(database, deployment);
  const permissions = createPermissions(deployment.functions);
  const hosts = new Map<string, FunctionHost>();
  const startFunction = (functionName: string, event: object = {}) =>
    hostOf(functionName).start(event as GatewayEvent, clockContext());
  const services = await startGuardedServices({
    deployment,
    permissions,
    databaseUrl: database.endpoint,
    invoke: startFunction,
  });
  const listening = await listen('127.0.0.1', 0);
  const baseUrl = listening.origin;
  const gateway = createGateway({
    baseUrl,
    reportFailure: (error) => process.stderr.write(`${String(error)}\n`),
    routes: deployment.routes
      // As in the gateway, a method by name goes before one for all.
      .toSorted((one, other) => Number(one.method === 'ANY') - Number(other.method === 'ANY'))
      .map(({ method, path, functionName, streams }) => ({
        method,
        path,
        timeoutSeconds: 29,
        handler: async (event, context) => {
          const host = hostOf(functionName);
          const asked = intoDistribution(deployment, event);
          const result = await (streams ? host.invokeStreaming : host.invoke)(asked, context);
          return throughDistribution(deployment, result);
        },
      })),
  });
  const dashboard = serveDashboard(dashboardFolder, buildDashboard);
  listening.handle((request, response) => {
    const url = new URL(request.url ?? '/', baseUrl);
    // The distribution has the page and its program from the bucket of the dashboard.
    if (url.pathname === '/' || /^\/(?:assets\/)?[\w-]+\.js$/u.test(url.pathname)) {
      dashboard(request, response, url).then(
        (isServed) => isServed || gateway(request, response),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
      return;
    }
    // Where one machine shows its mails, so that the same journeys find them here.
    if (request.url !== '/dev/mailbox') return gateway(request, response);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(services.mails));
  });

  function hostOf(functionName: string): FunctionHost {
    const host = hosts.get(functionName);
    if (!host) throw new Error(`No function ${functionName} is deployed.`);
    return host;
  }

  for (const deployed of deployment.functions)
    hosts.set(
      deployed.name,
      createFunctionHost(deployed, {
        internet,
        environment: {
          ...withAddress(deployed.environment, baseUrl),
          ...services.endpoints,
          AWS_REGION: 'eu-central-1',
          AWS_ACCESS_KEY_ID: accessKeyId(deployed.name),
          AWS_SECRET_ACCESS_KEY: 'secret',
          AWS_LAMBDA_FUNCTION_NAME: deployed.name,
        },
      }),
    );

  const tables = tableNames(`oriel-${stage}-`);
  const documents = createDocuments(database.clientConfig);
  return {
    baseUrl,
    deployment,
    permissions,
    services,
    hosts,
    documents,
    tables,
    start: startFunction,
    recycle: (functionName) => hostOf(functionName).recycle(),
    databaseConfig: database.clientConfig,
    putAll: database.putAll,
    forget: (table) => emptyTable(documents, deployment, tables[table]),
    setSecret: (name, text, functionName) =>
      void deployment.secrets.set(ownSecret(secretArn(deployment, name), functionName), text),
    secretArn: (name) => secretArn(deployment, name),
    secret: (name) => deployment.secrets.get(secretArn(deployment, name)) ?? '',
    async stop() {
      await Promise.all([...hosts.values()].map((host) => host.recycle()));
      await listening.close();
      await services.stop();
      documents.destroy();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the suite's set-up has synthesized for all files; a file that runs alone does it itself. */
export async function assemblyFolder(stage: BootedStage): Promise<string> {
  const { DEPLOYED_ASSEMBLIES: folders } = process.env;
  if (folders) return JSON.parse(folders)[stage];
  const { synthesizedDeployments } = await import('./synthesized.ts');
  return (await synthesizedDeployments())[stage];
}

async function emptyTable(
  documents: DynamoDBDocumentClient,
  { tables }: Deployment,
  TableName: string,
): Promise<void> {
  const keyNames = tables.find(({ name }) => name === TableName)?.keySchema ?? [];
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  for (const item of Items) {
    const Key = Object.fromEntries(keyNames.map(({ AttributeName }) => [AttributeName, item[AttributeName]]));
    await documents.send(new DeleteCommand({ TableName, Key }));
  }
}

const clockContext = () => ({ awsRequestId: 'clock' }) as Context;

function secretArn({ secrets }: Deployment, name: string): string {
  const found = [...secrets.keys()].find((arn) => new RegExp(`:oriel/[a-z]+/${name}-`, 'u').test(arn));
  if (!found) throw new Error(`There is no secret ${name}.`);
  return found;
}

async function createDeclaredTables(database: Database, { tables }: Deployment): Promise<void> {
  const client = new DynamoDBClient(database.clientConfig);
  for (const { name, keySchema, attributes } of tables)
    await client
      .send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [...keySchema],
          AttributeDefinitions: [...attributes],
        }),
      )
      // The index came with the sample market in it.
      .catch((error: Error) => {
        if (error.name !== 'ResourceInUseException') throw error;
      });
  client.destroy();
}

function withAddress(environment: Readonly<Record<string, string>>, baseUrl: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(distributionUrl, baseUrl)]),
  );
}

/** What happens to a request on its way in: the distribution's function acts, then it says that it was there. */
function intoDistribution({ viewerRequest, originHeaders }: Deployment, event: GatewayEvent): GatewayEvent {
  const edge: (event: object) => { headers: Record<string, { value: string }> } = runInNewContext(
    `${viewerRequest}\nhandler;`,
  );
  const viewer = { ip: event.requestContext.identity.sourceIp };
  const written = Object.entries(edge({ viewer, request: { headers: {} } }).headers);
  const added = [
    ...written.map(([name, { value }]) => [name, value]),
    ...Object.entries(originHeaders),
    // "CloudFront adds the header to the viewer request before forwarding the request to your origin."
    ['x-amz-cf-id', randomBytes(40).toString('base64url')],
  ];
  const names = new Set(added.map(([name]) => name));
  const kept = Object.entries(event.multiValueHeaders).filter(([name]) => !names.has(name.toLowerCase()));
  const multiValueHeaders: Record<string, string[] | undefined> = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(added.map(([name, value]) => [name, [value]])),
  };
  return {
    ...event,
    headers: Object.fromEntries(
      Object.entries(multiValueHeaders).map(([name, values]) => [name, values?.at(-1)]),
    ),
    multiValueHeaders,
    requestContext: {
      ...event.requestContext,
      identity: { ...event.requestContext.identity, sourceIp: edgeAddress },
    },
  };
}

/** Where the API sees the distribution's requests come from (RFC 5737, for documentation). */
const edgeAddress = '192.0.2.200';

/** What happens to an answer on its way out: the API renames a header, the function at the edge acts. */
async function throughDistribution(deployment: Deployment, result: CallResult): Promise<CallResult> {
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => {
    const known = name.toLowerCase();
    return [
      known === 'www-authenticate' ? 'x-amzn-remapped-www-authenticate' : known,
      [{ key: name, value: String(value) }],
    ] as const;
  });
  const response = { status: String(result.statusCode), headers: Object.fromEntries(headers) };
  const answered = await originResponse(deployment)({ Records: [{ cf: { response } }] });
  const left = Object.entries(answered.headers).map(([name, values]) => [
    name,
    values.map(({ value }) => value).join(', '),
  ]);
  return { ...result, headers: Object.fromEntries(left) };
}

type EdgeHeaders = Record<string, readonly { readonly value: string }[]>;

/** Lambda@Edge calls the module's `handler`. */
function originResponse(
  deployment: Deployment,
): (event: object) => Promise<{ readonly headers: EdgeHeaders }> {
  const module: { handler?: (event: object) => Promise<{ readonly headers: EdgeHeaders }> } = {};
  runInNewContext(deployment.originResponse, { exports: module });
  if (!module.handler) throw new Error('The function at the edge exports no handler.');
  return module.handler;
}

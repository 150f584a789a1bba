import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { PutAll } from '#shared/facts/stored-index/items/index-items.ts';
import { byTable, type TableNames, tableCreation, tableList } from '#shared/platform/dynamo/tables.ts';
import { type BulkDoor, bulkDoorOptions, createPutAll, newBulkDoor } from './bulk-door.ts';

export interface Database {
  readonly engine: 'external' | 'dynoxide' | 'dynalite';
  readonly endpoint: string;
  readonly clientConfig: DynamoDBClientConfig;
  /** Where the embedded engine takes many items at once; others have no such door. */
  readonly bulkDoor?: BulkDoor;
  readonly putAll?: PutAll;
  stop(): Promise<void>;
}

interface DatabaseOptions {
  /** Folder for the data; without it everything stays in memory. */
  readonly folder?: string;
  /** Forces one engine, for the tests of the fallback. */
  readonly engine?: 'dynoxide' | 'dynalite';
  readonly env?: NodeJS.ProcessEnv;
  /** Gives a free port each time, for the tests of one that another process takes first. */
  readonly ports?: () => Promise<number>;
}

/**
 * Starts the embedded DynamoDB, or uses the one that `AWS_ENDPOINT_URL_DYNAMODB`
 * names. Looked for in this order: that variable, the platform's `dynoxide`
 * binary, `dynalite` (pure JavaScript, slower, without transactions).
 */
export async function startDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const external = (options.env ?? process.env).AWS_ENDPOINT_URL_DYNAMODB;
  if (external && !options.engine) return database('external', external, async () => {});
  if (options.folder) await mkdir(options.folder, { recursive: true });
  const binary = dynoxideBinary();
  if (binary && options.engine !== 'dynalite') return startDynoxide(binary, options);
  return startDynalite(options.folder);
}

/**
 * For requests that are sent once: on this machine an answer that is late still
 * comes. Nothing is lost on the way, the machine is only busy.
 */
export function patientConfig({ clientConfig }: Pick<Database, 'clientConfig'>): DynamoDBClientConfig {
  const requestHandler = { connectionTimeout: 20_000, requestTimeout: 20_000, throwOnRequestTimeout: true };
  return { ...clientConfig, requestHandler };
}

function database(engine: Database['engine'], endpoint: string, stop: Database['stop']): Database {
  return {
    engine,
    endpoint,
    clientConfig: {
      endpoint,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    },
    stop,
  };
}

export function withBulkDoor(engine: Database, door: BulkDoor): Database {
  return { ...engine, bulkDoor: door, putAll: createPutAll(door) };
}

/** The embedded engine of this platform, made executable, or undefined where it has none. */
export function dynoxideBinary(): string | undefined {
  try {
    const manifest = import.meta.resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    const binary = `${dirname(fileURLToPath(manifest))}/dynoxide`;
    if (!existsSync(binary)) return undefined;
    // npm keeps the mode of packed files, but some mirrors and unpackers drop it.
    chmodSync(binary, 0o755);
    return binary;
  } catch {
    return undefined;
  }
}

export function dynoxideFile(folder: string): string {
  return `${folder}/dynoxide.sqlite`;
}

/** Another process may take a free port before the engine has it; then there are others. */
async function startDynoxide(binary: string, options: DatabaseOptions, tries = 10): Promise<Database> {
  const { folder, ports = freePort } = options;
  try {
    return await startDynoxideAt(binary, folder, { requests: await ports(), door: await ports() });
  } catch (error) {
    if (!(error instanceof PortTaken) || tries === 1) throw error;
    return startDynoxide(binary, options, tries - 1);
  }
}

class PortTaken extends Error {}

async function startDynoxideAt(
  binary: string,
  folder: string | undefined,
  ports: { readonly requests: number; readonly door: number },
): Promise<Database> {
  const storage = folder ? ['--db-path', dynoxideFile(folder)] : [];
  const door = newBulkDoor(ports.door);
  const { args, env } = bulkDoorOptions(door);
  const child = spawn(binary, ['serve', '--port', String(ports.requests), ...storage, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  endWithUs(child);
  const endpoint = `http://127.0.0.1:${ports.requests}`;
  await waitUntilAnswering(endpoint, child, () => said);
  return withBulkDoor(
    database('dynoxide', endpoint, () => ended(child)),
    door,
  );
}

/**
 * Lets no engine outlive this process, not even after a `kill -9`, when nothing
 * here runs any more: a shell waits for its input, which then ends, and stops
 * the engine.
 */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  // A group of its own, since Ctrl-C goes to all of ours and must not end the shell before us.
  const shell = spawn('sh', ['-c', 'read -r _; kill "$1"', 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Where there is no shell, a killed process leaves its engine behind, as it would without all this.
  shell.on('error', () => {});
  shell.unref();
  const release = () => {
    process.removeListener('exit', kill);
    shell.kill('SIGKILL');
    shell.stdin.destroy();
  };
  child.once('exit', release);
  child.once('error', release);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** What the engine says when it listens, for requests and at its door for many items. */
const opened = ['Dynoxide listening on', 'MCP HTTP server listening on'];
/** It opens both within milliseconds, so one alone for this long means that the other's port is taken. */
const halfOpenMs = 5_000;

async function waitUntilAnswering(endpoint: string, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  const faultNow = watchStart(child, said);
  while (Date.now() < deadline) {
    const fault = faultNow();
    if (fault) throw fault;
    // What answers where ours does not listen yet is another process.
    if (openDoors(said()) === opened.length && (await isAnswering(endpoint))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGKILL');
  throw new Error('The embedded database did not answer within a minute.');
}

function openDoors(said: string): number {
  return opened.filter((door) => said.includes(door)).length;
}

/** What has kept the engine from starting, asked again and again. */
function watchStart(child: ChildProcess, said: () => string): () => Error | undefined {
  let startError: Error | undefined;
  let hasEnded = false;
  let halfOpenSince: number | undefined;
  child.once('error', (error) => {
    startError = error;
  });
  // Not 'exit', after which its error output may still be unread.
  child.once('close', () => {
    hasEnded = true;
  });
  return () => {
    if (startError) return new Error(`The embedded database cannot be started: ${startError.message}`);
    if (hasEnded) return stoppedAtOnce(said());
    halfOpenSince = openDoors(said()) === 1 ? (halfOpenSince ?? Date.now()) : undefined;
    // With one of two ports taken the engine goes on, and says why only when it is to end.
    if (halfOpenSince && Date.now() - halfOpenSince > halfOpenMs) child.kill('SIGTERM');
    return undefined;
  };
}

/** Without a listener this fails at once; a busy engine gets time to answer. */
export function isAnswering(endpoint: string, patienceMs = 60_000): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  );
}

function stoppedAtOnce(said: string): Error {
  const Kind = /\bin use\b/iu.test(said) ? PortTaken : Error;
  return new Kind(`The embedded database stopped at once: ${said}`);
}

async function startDynalite(folder: string | undefined): Promise<Database> {
  const { default: dynalite } = await import('dynalite');
  const server = dynalite({ createTableMs: 0, ...(folder ? { path: `${folder}/dynalite` } : {}) });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
    });
  });
  return database('dynalite', `http://127.0.0.1:${port}`, async () => {
    await new Promise((resolve) => server.close(resolve));
  });
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port was found.'));
      });
    });
  });
}

/** Creates the tables that are missing, from the definitions the stacks use. The prefix keeps test tables apart. */
export async function createTables(config: DynamoDBClientConfig, prefix = 'oriel-'): Promise<TableNames> {
  const client = new DynamoDBClient(config);
  try {
    await Promise.all(tableList.map((table) => createTable(client, table, `${prefix}${table.name}`)));
  } finally {
    client.destroy();
  }
  return tableNames(prefix);
}

export function tableNames(prefix = 'oriel-'): TableNames {
  return byTable((table) => `${prefix}${table}`);
}

type Definition = (typeof tableList)[number];

async function createTable(client: DynamoDBClient, definition: Definition, TableName: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand({ TableName, ...tableCreation(definition) }));
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await waitUntilTableExists({ client, minDelay: 0.01, maxDelay: 0.1, maxWaitTime: 10 }, { TableName });
}

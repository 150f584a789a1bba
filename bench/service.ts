import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openOperations } from '#local/admin/open-operations.ts';
import { tableNames } from '#local/create-tables.ts';
import { callersOf } from '#test/support/callers.ts';
import { startMeteredWorld } from '#test/support/metered-world.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { type Part, rounded, type Table } from './report.ts';

const connections = [1, 16, 64];
const manyAccounts = 64;

type Requests = Parameters<typeof autocannon>[0]['requests'];

async function load(subject: string, url: string, requests: Requests, seconds: number) {
  const rows = [];
  for (const count of connections) {
    const result = await autocannon({ url, connections: count, duration: seconds, requests });
    rows.push({
      subject,
      'at once': count,
      'a second': rounded(result.requests.average, 0),
      'p50 (ms)': result.latency.p50,
      'p97.5 (ms)': result.latency.p97_5,
      'p99 (ms)': result.latency.p99,
      'not 2xx': result.non2xx + result.errors,
    });
  }
  return rows;
}

/** A request as the SDK sends it, signed by nobody: the embedded engine does not look. */
function databaseRequest(operation: string, body: object) {
  return {
    method: 'POST',
    headers: {
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20261120/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20261120T000000Z',
    },
    body: JSON.stringify(body),
  };
}

async function loadDatabase(seconds: number) {
  const world = await startMeteredWorld();
  const url = String(world.clientConfig.endpoint);
  const { index, accounts } = tableNames();
  const read = databaseRequest('GetItem', {
    TableName: index,
    Key: { pk: { S: 'D#2840:en#trailpeak.example' }, sk: { S: '!s' } },
  });
  const write = databaseRequest('UpdateItem', {
    TableName: accounts,
    Key: { account_id: { S: 'acct_written' } },
    UpdateExpression: 'ADD calls :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
  const rows = [
    ...(await load('database bare, one read', url, [read], seconds)),
    ...(await load('database bare, one write', url, [write], seconds)),
  ];
  await world.stop();
  return rows;
}

function paidCall(key: string) {
  return {
    method: 'POST',
    path: '/v1/tools/inspect_keyword',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ keyword: 'running shoes' }),
  };
}

async function loadService(seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  const env = { PORT: '0', DATA_DIR: folder };
  const server = startServerProcess(env);
  const { base_url: url } = await server.ready();
  const operations = await openOperations(undefined, env);
  const { openAccount } = callersOf(url, operations);
  const keys: string[] = [];
  for (let account = 0; account <= manyAccounts; account += 1) keys.push((await openAccount(1_000_000)).key);
  const [hot = '', ...many] = keys;
  const health = { method: 'GET', path: '/v1/capabilities' };
  const rows = [
    ...(await load('no account: `GET /v1/capabilities`', url, [health], seconds)),
    ...(await load(`paid call, ${manyAccounts} accounts`, url, many.map(paidCall), seconds)),
    ...(await load('paid call, one account', url, [paidCall(hot)], seconds)),
  ];
  await operations.close();
  await server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
  return rows;
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const seconds = isLong ? 20 : 3;
  return [
    {
      title: 'The whole service on one machine',
      method: `\`npm start\` in a process of its own with its embedded database, called by autocannon from the same machine for ${seconds} seconds each. A paid call is \`inspect_keyword\` from the stored index: 7 requests to the database, 3 of them writes. The one account may have its usual number of calls at once; what is beyond is refused (429), which is what \`not 2xx\` counts.`,
      rows: [...(await loadDatabase(seconds)), ...(await loadService(seconds))],
    },
  ];
}

/** Calls a second and their latencies through HTTP. */
export const service: Part = { name: 'service', measure };

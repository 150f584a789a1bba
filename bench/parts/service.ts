import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openOperations } from '#local/admin/open-operations.ts';
import { tableNames } from '#local/data/database.ts';
import { callersOf } from '#test/support/service/callers.ts';
import { startMeteredWorld } from '#test/support/service/metered-world.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';
import { type Part, rounded, type Table } from '../harness/report.ts';

const connections = [1, 16, 64];
const manyAccounts = 64;

type Requests = Parameters<typeof autocannon>[0]['requests'];

/** From here on a call's processor time hardly falls; what it costs to get warm is no cost of a call. */
const warmUpCalls = 2_000;

interface Load {
  readonly subject: string;
  readonly url: string;
  readonly requests: Requests;
  readonly seconds: number;
  /** The process whose processor time is counted, with its database where it has one of its own. */
  readonly server?: ChildProcess;
}

async function load({ subject, url, requests, seconds, server }: Load) {
  const rows = [];
  await autocannon({ url, connections: 16, amount: warmUpCalls, requests, setupClient: spread(requests) });
  for (const count of connections) {
    const before = server && processorMs(server);
    const result = await autocannon({
      url,
      connections: count,
      duration: seconds,
      requests,
      setupClient: spread(requests),
    });
    const after = server && processorMs(server);
    const each = (name: 'own' | 'database') =>
      before && after ? rounded((after[name] - before[name]) / result.requests.total, 2) : '';
    rows.push({
      subject,
      'at once': count,
      'a second': rounded(result.requests.average, 0),
      'p50 (ms)': result.latency.p50,
      'p97.5 (ms)': result.latency.p97_5,
      'p99 (ms)': result.latency.p99,
      'not 2xx': result.non2xx + result.errors,
      'server (CPU ms a call)': each('own'),
      'its database (CPU ms a call)': each('database'),
    });
  }
  return rows;
}

/** Each connection begins with another request: all would send the first account's at once otherwise. */
function spread(requests: Requests): NonNullable<Parameters<typeof autocannon>[0]['setupClient']> {
  let connection = 0;
  return (client) => {
    client.setRequests([...requests.slice(connection), ...requests.slice(0, connection)]);
    connection = (connection + 1) % requests.length;
  };
}

/** Of a process and of the database that it started, by the kernel's count, in steps of 10 ms. */
function processorMs({ pid = 0 }: ChildProcess) {
  const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  return {
    own: ticksOf(pid) * 10,
    database: children
      .split('\n')
      .filter((child) => child.trim() !== '')
      .reduce((sum, child) => sum + ticksOf(Number(child)) * 10, 0),
  };
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** A request as the SDK sends it, unsigned: the embedded engine does not check. */
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
    ...(await load({ subject: 'database bare, one read', url, requests: [read], seconds })),
    ...(await load({ subject: 'database bare, one write', url, requests: [write], seconds })),
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
  const of = (subject: string) => ({ subject, url, seconds, server: server.child });
  const health = { method: 'GET', path: '/v1/capabilities' };
  const rows = [
    ...(await load({ ...of('no account: `GET /v1/capabilities`'), requests: [health] })),
    ...(await load({ ...of(`paid call, ${manyAccounts} accounts`), requests: many.map(paidCall) })),
    ...(await load({ ...of('paid call, one account'), requests: [paidCall(hot)] })),
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
      method: `\`npm start\` in a process of its own with its embedded database, called by autocannon from the same machine for ${seconds} seconds each. A paid call is \`inspect_keyword\` from the stored index: 7 requests to the database, 3 of them writes. ${warmUpCalls.toLocaleString('en-US')} calls go before each subject's. Processor time is the kernel's count for the server's process and for the database that it started, and holds on a busy machine as well. The one account may have its usual number of calls at once; what is beyond is refused (429), which is what \`not 2xx\` counts.`,
      rows: [...(await loadDatabase(seconds)), ...(await loadService(seconds))],
    },
  ];
}

/** Calls a second and their latencies through HTTP. */
export const service: Part = {
  versionsOf: ['@dynoxide/linux-x64', '@aws-sdk/lib-dynamodb', 'autocannon'],
  measure,
};

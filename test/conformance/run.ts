import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mcpHandler } from '#functions/mcp/mcp-handler.ts';
import type { McpServices } from '#functions/mcp/services.ts';
import { demoEmail } from '#local/data/data-folder.ts';
import { freePort } from '#local/data/database.ts';
import { createGateway } from '#local/http/gateway.ts';
import { startOneMachine } from '#local/one-machine.ts';
import { readSettings } from '#local/settings.ts';
import { consentingPerson } from '#test/support/identity/consenting-person.ts';
import { anAccount } from '#test/support/identity/identity.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { deliver } from './deliver.ts';
import { fetchPackage } from './fetch-package.ts';
import { createFixtureServer } from './fixtures.ts';
import { inspect } from './inspector.ts';

/**
 * The public conformance suite against this service, then the inspector's
 * command line against it on one machine and as deployed; offline apart from
 * their download, 50 and 110 MB that nothing else needs: `npm run conformance`.
 * Ends with an error where anything differs from the lists of expected failures
 * beside this file.
 */
const conformance = {
  name: '@modelcontextprotocol/conformance',
  version: '0.2.0-alpha.12',
  entry: 'dist/index.js',
  variable: 'CONFORMANCE_CLI',
};
const inspector = {
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  entry: 'clients/launcher/build/index.js',
  variable: 'INSPECTOR_CLI',
};
const revisions = ['2026-07-28', '2025-11-25'] as const;
const folder = import.meta.dirname;

/** What the suite asks of any server, without tools of its own. */
const productScenarios = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
} as const;

/** A scenario takes a second or two, and as long as it likes on a machine that has other things to do. */
const patience = ['--timeout', '300000'];

let suite = '';

/** Runs the suite's command; passes its results on and gives its output line by line. */
function runSuite(args: readonly string[], heard: (line: string) => void = () => {}): Promise<boolean> {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Whole lines: an address cut in two by a full pipe would be followed as if it were whole.
  createInterface(child.stdout).on('line', (line) => {
    if (/^\s*[✓✗]|^Total|^Unexpected|^Stale|baseline/iu.test(line))
      process.stdout.write(`${inOtherWords(line)}\n`);
    heard(line);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0));
  });
}

async function listen(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

/** Passes everything on with a key, since the suite knows none. */
function withKey(target: string, key: string): Server {
  return createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(target);
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers };
    const passed = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
}

/** The endpoint as it is, with the suite's tools in place of the product's and one caller who is always let in. */
function fixtureGateway(): Server {
  const principal = { account: anAccount(), scopes: new Set(['tools']), keyLimits: {} };
  const services = {
    clock: Date.now,
    logger: { info() {}, warn() {}, error: console.error },
    baseUrl: 'http://127.0.0.1',
    dashboardUrl: 'http://127.0.0.1',
    servedTools: [],
    agentResolvers: [{ recognizes: () => true, resolve: async () => ({ ok: true, principal }) }],
  } as unknown as McpServices;
  const guarded = mcpHandler(async () => services, { serverOf: createFixtureServer });
  const handler: typeof guarded = (event, context) => {
    const multiValueHeaders = { ...event.multiValueHeaders, authorization: ['Bearer suite'] };
    return guarded({ ...event, multiValueHeaders }, context);
  };
  const routes = ['POST', 'GET', 'DELETE', 'OPTIONS'].map((method) => ({
    method,
    path: '/mcp',
    handler,
    timeoutSeconds: 28,
  }));
  const baseUrl = 'http://127.0.0.1';
  return createServer(createGateway({ routes, baseUrl, reportFailure: console.error }));
}

/** Code flow with a person who signs in and allows: the suite waits for the answer at its own address. */
async function runAuthorization(baseUrl: string, results: string): Promise<boolean> {
  const port = String(await freePort());
  const redirect = `http://127.0.0.1:${port}/callback`;
  const registered = await fetch(`${baseUrl}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect], token_endpoint_auth_method: 'none' }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const person = consentingPerson(baseUrl, 'conformance@test.example');
  let asked = false;
  const answer = (line: string) => {
    const url = /https?:\/\/\S*\/authorize\?\S+/u.exec(line)?.[0];
    if (!url || asked) return;
    asked = true;
    person
      .approve(url)
      .then((query) => deliver(`${redirect}?${query}`))
      .catch(console.error);
  };
  const flow = ['--client-id', client_id, '--port', port, '--resource', `${baseUrl}/mcp`];
  return runSuite(['authorization', '--url', baseUrl, ...flow, '-o', results], answer);
}

async function main(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'oriel-conformance-'));
  suite = await fetchPackage(conformance, join(data, 'suite'));
  const cli = await fetchPackage(inspector, join(data, 'inspector'));
  const settings = readSettings({ PORT: '0', DATA_DIR: join(data, 'service') });
  const machine = await startOneMachine(settings, { step: () => {}, line: () => {} });
  const { base_url: baseUrl, api_key: key } = machine.ready;
  const [product, fixtures] = [withKey(baseUrl, key), fixtureGateway()];
  const [productUrl, fixturesUrl] = [await listen(product), await listen(fixtures)];
  const outcomes: [string, boolean][] = [];
  try {
    const results = join(data, 'results');
    outcomes.push(['authorization server', await runAuthorization(baseUrl, results)]);
    for (const revision of revisions) {
      const expected = join(folder, `expected-failures-${revision}.yaml`);
      const all = ['--requirements', revision, '--expected-failures', expected, ...patience, '-o', results];
      const passed = await runSuite(['server', '--url', `${fixturesUrl}/mcp`, ...all]);
      outcomes.push([`${revision}, all scenarios`, passed]);
      for (const scenario of productScenarios[revision]) {
        const one = ['--scenario', scenario, '--spec-version', revision, ...patience, '-o', results];
        const ok = await runSuite(['server', '--url', `${productUrl}/mcp`, ...one]);
        outcomes.push([`${revision}, ${scenario} with the product's own tools`, ok]);
      }
    }
    const inspection = { cli, baseUrl, home: join(data, 'one-machine'), email: demoEmail };
    outcomes.push(...(await inspect(inspection)).map(namedFor('one machine')));
    outcomes.push(...(await inspectDeployed(cli, join(data, 'deployed'))).map(namedFor('as deployed')));
  } finally {
    product.close();
    fixtures.close();
    await machine.close();
    await rm(data, { recursive: true, force: true });
  }
  // What failed comes last, where the reader of a log begins.
  outcomes.sort(([, one], [, other]) => Number(other) - Number(one));
  for (const [name, passed] of outcomes) process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n`);
  process.exitCode = outcomes.every(([, passed]) => passed) ? 0 : 1;
}

/** The same inspector at the synthesized stacks, running as they would on AWS. */
async function inspectDeployed(cli: string, home: string): Promise<[string, boolean][]> {
  const { startDeployedService } = await import('#test/deployed/support/deployed-service.ts');
  const deployed = await startDeployedService();
  try {
    return await inspect({ cli, baseUrl: deployed.baseUrl, home, email: demoEmail });
  } finally {
    await deployed.stop();
  }
}

function namedFor(place: string) {
  return ([name, passed]: [string, boolean]): [string, boolean] => [`${place}: ${name}`, passed];
}

/** Counts of this suite must not be taken for those of the project's own tests. */
function inOtherWords(line: string): string {
  return line.replace(/(\d+) passed, (\d+) failed/u, '$1 held, $2 did not');
}

await main();

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openOperations } from '#local/admin/open-operations.ts';
import { tableNames } from '#local/data/database.ts';
import { openExports } from '#local/exports.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { newestCode } from '#test/dashboard/sign-in.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { expectSynced } from '#test/support/search-console/expect-synced.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { type Caller, callersOf } from '#test/support/service/callers.ts';
import { type ServerProcess, startServerProcess } from '#test/support/service/server-process.ts';

const today = new Date().toISOString().slice(0, 10);
const first = shiftDate(today, -24);
const property = 'sc-domain:shop.example';
const connection = '/v1/me/search-console';
const daySeconds = 86_400;

/** A fake Google, a folder, and one server after another in it, each a little later than the last. */
const scene = duringTests(async () => {
  const fake = await startFakeGoogle();
  fake.state.finalUntil = shiftDate(today, -3);
  const site = generatedSite({ site: 'shop.example', from: first, to: shiftDate(today, 3) });
  fake.state.people.set('default', new Map([[property, site]]));
  const folder = await mkdtemp(join(tmpdir(), 'oriel-crashes-'));
  let server: ServerProcess | undefined;
  let offset = 0;
  const printed: string[] = [];
  const envOf = () => ({
    PORT: '0',
    DATA_DIR: folder,
    CLOCK_OFFSET_SECONDS: String(offset),
    ...fake.environment,
  });
  return {
    fake,
    site,
    folder,
    printed,
    env: envOf,
    /** A server after what the last one had leased has run out. */
    async start(laterSeconds = 120) {
      offset += laterSeconds;
      server = startServerProcess({ ...envOf(), POWERTOOLS_LOG_LEVEL: 'DEBUG' });
      return (await server.ready()).base_url;
    },
    async kill() {
      await server?.kill('SIGKILL');
      printed.push(server?.output() ?? '');
      server = undefined;
    },
    async stop() {
      await server?.kill('SIGKILL');
      await fake.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not come to it in two minutes.');
    await wait(20);
  }
}

const rowsAsked = () => fake().requests.filter(({ body }) => body.dimensions !== undefined).length;
const fake = () => scene.fake.state;

/** Kills the server once Google has been asked so many questions more. */
async function killAfter(questions: number): Promise<void> {
  const before = rowsAsked();
  await until(() => rowsAsked() >= before + questions);
  await scene.kill();
}

async function connect(caller: Caller): Promise<void> {
  const { body } = await caller.post(connection, {});
  const consent = await fetch(body.authorize_url, { redirect: 'manual' });
  await fetch(consent.headers.get('location') ?? '', { redirect: 'manual' });
}

/** Every text in a value, also what is packed. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return bytesText(Buffer.from(value));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => `${name}\n${textsOf(member)}`)
      .join('\n');
  return String(value);
}

function bytesText(bytes: Buffer): string {
  const plain = bytes.toString('latin1');
  for (const unpacked of [gunzipSync, inflateRawSync])
    try {
      return `${plain}\n${unpacked(bytes).toString('latin1')}`;
    } catch {
      // It is packed otherwise, or not at all.
    }
  return plain;
}

/** Every file of a folder. A database that ends after its server takes files away: then all are read once more. */
async function textsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  try {
    return await Promise.all(paths.map(async (path) => bytesText(await readFile(path))));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return textsIn(folder);
    throw error;
  }
}

describe('a sync that kill -9 ends', () => {
  let caller: Caller;

  const serve = async (laterSeconds?: number) => {
    const baseUrl = await scene.start(laterSeconds);
    const operations = await openOperations(undefined, scene.env());
    return { operations, ...callersOf(baseUrl, operations) };
  };
  const synced = async () => (await caller.get(connection)).body.properties[0]?.synced_at;

  it('goes on where it was, the first time, and has the totals and rows of Google to the unit', async () => {
    const begun = await serve();
    const opened = await begun.openAccount(100);
    await connect(opened);
    await opened.post(`${connection}/properties`, { properties: [property] });
    await begun.operations.close();
    await scene.kill();
    // Within the totals, within a day, and between days.
    for (const questions of [5, 21, 40]) {
      const { operations } = await serve();
      await operations.close();
      await killAfter(questions);
    }
    const last = await serve();
    caller = last.callerWith(opened.accountId, opened.key);
    await until(async () => (await synced()) !== null);
    await expectSynced(caller, scene.site, { from: first, to: fake().finalUntil });
    await last.operations.close();
    await scene.kill();
  });

  it('does so on a later day, whose figures of before Google has revised', async () => {
    fake().finalUntil = shiftDate(today, -2);
    const web = scene.site.days.get('web') ?? new Map();
    const revised = shiftDate(today, -9);
    const other = generatedSite({ site: 'shop.example', from: first, to: today, seed: 7, queries: 3 });
    web.set(revised, other.days.get('web')?.get(revised) ?? []);
    await (await serve(daySeconds)).operations.close();
    await killAfter(14);
    await (await serve()).operations.close();
    await killAfter(9);
    const before = await serve();
    caller = before.callerWith(caller.accountId, caller.key);
    await until(async () => {
      const [each] = (await caller.get(connection)).body.properties;
      return each.last_day === fake().finalUntil && each.days_left === 0;
    });
    await expectSynced(caller, scene.site, { from: first, to: fake().finalUntil });
    await before.operations.close();
  });

  it('and everything else leave no token in a table, log, file, export, download, answer or error', async () => {
    const texts: string[] = [];
    const hear = async (answer: Promise<{ readonly status: number; readonly text: string }>) => {
      const { status, text } = await answer;
      texts.push(text);
      return status;
    };
    await scene.kill();
    const { baseUrl, operations, ...calls } = await serve();
    caller = calls.callerWith(caller.accountId, caller.key);
    const callback = '/connections/search-console/callback';
    const [secret = ''] = fake().secrets;
    expect(await hear(calls.send(`${callback}?code=4/made-up&state=made-up`, { redirect: 'manual' }))).toBe(
      303,
    );
    // A code that is refused, an API that fails, and a grant that has ended.
    const { authorize_url } = (await caller.post(connection, {})).body;
    const state = new URL(authorize_url).searchParams.get('state') ?? '';
    await hear(
      calls.send(`${callback}?code=4/refused&state=${encodeURIComponent(state)}`, { redirect: 'manual' }),
    );
    fake().faults = ['html', '401', '500', 'reset', 'drip'];
    await hear(caller.post(`${connection}/properties`, { properties: [property] }));
    expect(await hear(caller.post(`${connection}/properties`, { properties: ['sc-domain:not.mine'] }))).toBe(
      422,
    );
    expect(await hear(caller.post('/v1/tools/inspect_search_performance', { domain: 'shop.example' }))).toBe(
      200,
    );
    expect(await hear(caller.get('/v1/me/sites/shop.example/performance?dimensions=none'))).toBe(422);
    await hear(caller.post('/v1/tools/inspect_domain', { domain: 'shop.example' }));
    await hear(caller.get('/v1/me/sites/shop.example'));
    scene.fake.endGrants();
    fake().faults = ['401', '401'];
    await operations.syncSite(caller.accountId, 'shop.example').catch((error) => texts.push(String(error)));
    expect((await caller.get(connection)).body.state).toBe('paused');
    await hear(caller.get(connection));

    // The person of the account, who downloads all of it.
    const { email, created_at } = await operations.operator.show(caller.accountId);
    texts.push(await downloadOf(calls.send, baseUrl, email));
    const exports = await openExports(undefined, scene.env());
    const opened = created_at.slice(0, 10);
    await exports.exporter.day(opened);
    await exports.exporter.month(opened.slice(0, 7));
    await exports.close();

    await operations.close();
    const { endpoint } = JSON.parse(await readFile(join(scene.folder, 'database.json'), 'utf8'));
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const documents = createDocuments({ endpoint, region: 'local', credentials });
    for (const TableName of Object.values(tableNames()))
      texts.push(textsOf((await documents.send(new ScanCommand({ TableName }))).Items));
    documents.destroy();
    await scene.kill();
    texts.push(...scene.printed);
    texts.push(...(await textsIn(scene.folder)));

    const all = texts.join('\n');
    const secrets = [...fake().secrets, 'client-secret-of-the-operator'];
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((each) => all.includes(each))).toEqual([]);
    // What the search would find is there: logs, rows, exports and the download.
    const known = ['search console synced', property, caller.accountId, email];
    // Never the text itself, whose forty megabytes would be the message of a failure.
    expect(known.filter((each) => !all.includes(each))).toEqual([]);
    expect(all.includes(Buffer.from(secret).toString('base64'))).toBe(false);
  });
});

async function downloadOf(
  send: ReturnType<typeof callersOf>['send'],
  origin: string,
  email: string,
): Promise<string> {
  const post = (path: string, body: unknown, cookie = '') =>
    send(path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const { sign_in_id } = (await post('/session/code', { email })).body;
  const verified = await post('/session/verify', { sign_in_id, code: await newestCode(origin, email) });
  const cookies = verified.headers.getSetCookie().map((value) => value.split(';')[0]);
  const { status, text } = await post('/session/account/download', {}, cookies.join('; '));
  expect([status, text.includes(property)]).toEqual([200, true]);
  return text;
}

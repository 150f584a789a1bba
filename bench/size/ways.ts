import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Caller, startService } from '#test/support/service/running-service.ts';
import { startUpstream } from '#test/support/upstream/server.ts';

/** Files of the service of which a function ran, by way. */
export type Ways = Readonly<Record<'paid call' | 'uploaded row' | 'live fact', readonly string[]>>;

/** Long enough for what the service still does after an answer: the record, the index backfill. */
const afterAnswerMs = 1_500;

/**
 * What one warm call runs through, by V8's precise coverage in services on empty
 * folders: `inspect_domain` from the stored index; a console export of two rows
 * from its upload to its end; with a provider, `inspect_serp` of a listing that
 * has to be fetched, and the index backfill after it. A file counts when one of its functions was called;
 * what runs only once, when a module is loaded, does not.
 */
export async function followWays(): Promise<Ways> {
  const upstream = await startUpstream({ latencyMs: 0 });
  try {
    return {
      'paid call': await followWay({}, (caller) =>
        paid(caller, 'inspect_domain', { domain: 'trailpeak.example' }),
      ),
      'uploaded row': await followWay({}, (caller, name) => upload(caller, `${name}.example`)),
      'live fact': await followWay(
        {
          UPSTREAM_BASE_URL: upstream.baseUrl,
          DATAFORSEO_LOGIN: upstream.login,
          DATAFORSEO_PASSWORD: upstream.password,
        },
        (caller, name) => paid(caller, 'inspect_serp', { query: `nobody asked for ${name}`, depth: 20 }),
      ),
    };
  } finally {
    await upstream.stop();
  }
}

async function followWay(env: NodeJS.ProcessEnv, run: (caller: Caller, name: string) => Promise<void>) {
  const service = await startService(env);
  try {
    const caller = await service.openAccount(1_000);
    return await filesOfSecond((name) => run(caller, name));
  } finally {
    await service.stop();
  }
}

async function paid(caller: Caller, tool: string, body: object): Promise<void> {
  const { status, text } = await caller.post(`/v1/tools/${tool}`, body);
  if (status !== 200) throw new Error(`${tool} answered ${status}: ${text}`);
}

async function upload(caller: Caller, site: string): Promise<void> {
  const csv =
    'Top queries,Clicks,Impressions,CTR,Position\nred shoes,10,100,10%,3\nblue shoes,5,80,6.25%,4\n';
  const files = [{ name: 'queries.csv', bytes: Buffer.byteLength(csv) }];
  const { body } = await caller.post('/v1/me/uploads', { files, domain: site });
  await fetch(String(body?.addresses?.[0]?.url), { method: 'PUT', body: csv });
  const address = `/v1/me/uploads/${body.upload.id}`;
  await caller.post(`${address}/start`, {});
  for (;;) {
    const { status, reports } = (await caller.get(address)).body;
    if (status === 'done' && reports[0]?.taken === 2) return;
    if (status !== 'queued' && status !== 'running')
      throw new Error(`The upload ended as ${status}: ${JSON.stringify(reports)}`);
    await sleep(100);
  }
}

/** Runs it twice, with a name for each, and tells the files of the second time. */
async function filesOfSecond(run: (name: string) => Promise<void>): Promise<string[]> {
  await run('first');
  await sleep(afterAnswerMs);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await run('second');
  await sleep(afterAnswerMs);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const root = pathToFileURL(process.cwd()).href;
  return result
    .filter(({ url }) => url.startsWith(`${root}/`))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => relative(process.cwd(), fileURLToPath(url)))
    .filter((file) => /^(?:functions|shared|local)\//u.test(file))
    .sort();
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { generatedAnswer } from '#test/support/crawls/generated-site.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';

/*
 * A crawl of the running service with kills, beside one without:
 *
 *   node bin/launch.mjs bench/crawls.ts [pages] [kills]
 *
 * Prints whether both ended with the same lists and the same credits, how long each took, what the process held in
 * memory at most before and during it, and how long `/healthz` was silent at most.
 */

const host = 'generated-crawl-site.com';
const pages = Number(process.argv[2] ?? 1_000);
const kills = Number(process.argv[3] ?? 6);
const lists = [
  'crawl-pages',
  'crawl-findings',
  'crawl-links',
  'crawl-copies',
  'crawl-redirects',
  'crawl-issues',
];

const site = createServer((request, response) => {
  const { status, body = '', headers = {} } = generatedAnswer({ host, pages }, request.url ?? '/');
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
});
const port = await listenOnLoopback(site);

const record = v.looseObject({
  status: v.string(),
  ended_at: v.nullable(v.string()),
  pages_read: v.number(),
  credits: v.unknown(),
  result: v.nullable(
    v.looseObject({
      lists: v.array(
        v.object({ uri: v.string(), name: v.string(), rows: v.number(), expires_at: v.string() }),
      ),
    }),
  ),
});
const answered = v.object({
  data: v.looseObject({
    id: v.optional(v.string()),
    items: v.optional(v.array(v.record(v.string(), v.unknown()))),
    download_url: v.optional(v.string()),
  }),
});

interface Outcome {
  readonly seconds: number;
  /** What the process held at most before the crawl, and while it went on. */
  readonly idleMb: number;
  readonly peakMb: number;
  readonly longestSilenceMs: number;
  readonly crawl: v.InferOutput<typeof record>;
  readonly rows: Readonly<Record<string, string>>;
}

type Ask = (path: string, body?: object) => Promise<unknown>;

/** The service in a data folder of its own, killed and started again by a clock on which the lease of the killed one is over. */
async function openMachine(folder: string) {
  let offset = 0;
  let longestSilenceMs = 0;
  let watch: Worker | undefined;
  const start = async () => {
    const server = startServerProcess({
      ...{ DATA_DIR: folder, PORT: '0', CRAWL_RESOLVE: `${host}:80=127.0.0.1:${port}` },
      CLOCK_OFFSET_SECONDS: String(offset),
    });
    const ready = await server.ready();
    watch = new Worker(new URL('./health-watch.ts', import.meta.url), { workerData: ready.base_url });
    watch.on('message', (waited: number) => {
      longestSilenceMs = Math.max(longestSilenceMs, Math.round(waited));
    });
    return { server, ...ready };
  };
  const kill = async () => {
    await watch?.terminate();
    await running.server.kill('SIGKILL');
  };
  let running = await start();
  const ask: Ask = async (path, body) => {
    const response = await fetch(`${running.base_url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${running.api_key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    ask,
    peakMb: () => memoryOf(running.server.child.pid ?? 0),
    longestSilenceMs: () => longestSilenceMs,
    kill,
    async restart(): Promise<void> {
      await kill();
      offset += 120;
      running = await start();
    },
  };
}

async function crawlWith(killsWanted: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-crawls-'));
  const machine = await openMachine(folder);
  const { ask } = machine;
  const begunAt = performance.now();
  const begun = v.parse(answered, await ask('/v1/tools/crawl_site', { domain: host, max_pages: pages }));
  const look = async () => v.parse(record, await ask(`/v1/me/crawls/${begun.data.id}`));
  // Its clock looks for work at once.
  await machine.restart();
  let crawl = await look();
  const idleMb = await machine.peakMb();
  let peakMb = 0;
  for (let left = killsWanted, killedAt = 0; left > 0 && crawl.ended_at === null; ) {
    await sleep(200);
    crawl = await look();
    peakMb = Math.max(peakMb, await machine.peakMb());
    // Each process reads its share, so that kills are spread over the whole crawl.
    if (crawl.pages_read - killedAt < pages / (killsWanted + 1)) continue;
    killedAt = crawl.pages_read;
    console.info(`killed at ${killedAt} pages (${crawl.status})`);
    await machine.restart();
    left -= 1;
  }
  while (crawl.ended_at === null) {
    await sleep(1_000);
    peakMb = Math.max(peakMb, await machine.peakMb());
    crawl = await look();
  }
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  const kept = (crawl.result?.lists ?? []).filter(({ name }) => lists.includes(name));
  const rows: Record<string, string> = {};
  for (const { name, uri } of kept) rows[name] = await rowsOf(ask, uri);
  await machine.kill();
  await rm(folder, { recursive: true });
  return { seconds, idleMb, peakMb, longestSilenceMs: machine.longestSilenceMs(), crawl, rows };
}

/** What a busy machine measures, and what the score makes of it. */
const timely = /"first_byte_ms":\d+,|"(?:very_)?slow_ttfb",?|"onpage_score":[\d.]+,|"gain":[\d.]+,/gu;

/** A list as text, without what no two runs have in common. */
async function rowsOf(ask: Ask, uri: string): Promise<string> {
  const exported = v.parse(
    answered,
    await ask('/v1/tools/export_dataset', { uri, format: 'ndjson', limit: 1 }),
  );
  const text = await (await fetch(exported.data.download_url ?? '')).text();
  return text
    .split('\n')
    .filter((line) => !/"issue":"(?:very_)?slow_ttfb"/u.test(line))
    .map((line) => line.replaceAll(timely, ''))
    .join('\n');
}

async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(?<kb>\d+)/u.exec(text)?.groups?.kb ?? 0) / 1_024);
}

const calm = await crawlWith(0);
const killed = await crawlWith(kills);
for (const name of lists) {
  const [before, after] = [calm, killed].map(({ rows }) => (rows[name] ?? '').split('\n'));
  const place = before?.findIndex((line, at) => line !== after?.[at]) ?? -1;
  if (place >= 0) console.info(`${name} differs at ${place}:\n${before?.[place]}\n${after?.[place]}`);
}
const same = lists.map((name) => [name, calm.rows[name] === killed.rows[name]]);
console.info(
  JSON.stringify(
    {
      pages,
      calm: { ...calm, rows: undefined, crawl: { ...calm.crawl, result: undefined } },
      killed: { ...killed, rows: undefined, crawl: { ...killed.crawl, result: undefined } },
      lists: calm.crawl.result?.lists.map(({ name, rows }) => `${name}: ${rows}`),
      same: Object.fromEntries(same),
    },
    null,
    2,
  ),
);
site.close();

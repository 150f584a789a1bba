import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { startServerProcess } from '#test/support/service/server-process.ts';
import { zipOf } from '#test/support/zip.ts';

/**
 * `npm run bench -- import-beside`: how long `/healthz` of one machine is silent while it imports an upload: nothing,
 * an honest export of 100,000 rows, and an archive of 7.6 MB that unpacks to 0.8 GB within every bound on sizes.
 * Prints a row of Markdown for each.
 */
const everyMs = 10;
const idleMs = 10_000;

const begunUpload = v.object({
  upload: v.object({ id: v.string() }),
  addresses: v.array(v.object({ url: v.string() })),
});
const shownUpload = v.object({ status: v.string(), message: v.nullable(v.string()) });

type Ready = Awaited<ReturnType<ReturnType<typeof startServerProcess>['ready']>>;

/** Queries with pages, as a site of an ordinary size exports them. */
function honestRows(count: number): string {
  const row = (number: number) =>
    `winter running shoes ${number % 21_000},https://shop.example/shoes/running/winter/model-${number % 9_000}.html,${number % 7},${10 + (number % 900)},${1 + (number % 60)}`;
  return `query,page,clicks,impressions,position\n${Array.from({ length: count }, (_, number) => row(number)).join('\n')}\n`;
}

/** Rows that pack well and take much memory: long addresses, each row another. */
function hostileRows(columns: string, cells: string, count: number): string {
  const filler = 'long-part-of-a-path/'.repeat(45);
  const row = (number: number) => `word ${number},https://shop.example/${filler}${number},${cells},1,9,3`;
  return `query,page,${columns},clicks,impressions,position\n${Array.from({ length: count }, (_, number) => row(number)).join('\n')}\n`;
}

const archives: Readonly<Record<string, () => Buffer | undefined>> = {
  nothing: () => undefined,
  'honest, 100,000 rows': () => zipOf({ 'figures.csv': honestRows(100_000) }),
  'hostile, 0.8 GB unpacked': () =>
    zipOf({
      'a.csv': hostileRows('date,country,device', '2026-08-01,usa,mobile', 390_000),
      'b.csv': hostileRows('date', '2026-08-01', 390_000),
    }),
};

/** Asks all the time; gives the longest that nothing came back. */
function watch(baseUrl: string) {
  const waits: number[] = [];
  const stop = new AbortController();
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const start = performance.now();
      await fetch(`${baseUrl}/healthz`).then((answer) => answer.text());
      waits.push(performance.now() - start);
      await sleep(everyMs);
    }
  })();
  return async () => {
    stop.abort();
    await watching;
    const sorted = waits.toSorted((one, other) => one - other);
    return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
  };
}

async function importInto({ base_url: baseUrl, api_key: key }: Ready, bytes: Buffer): Promise<string> {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = body && { body: JSON.stringify(body) };
    return (await fetch(`${baseUrl}${path}`, { method, headers, ...sent })).json();
  };
  const files = [{ name: 'export.zip', bytes: bytes.length }];
  const { upload, addresses } = v.parse(begunUpload, await ask('POST', '/v1/me/uploads', { files }));
  for (const { url } of addresses) await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  await ask('POST', `/v1/me/uploads/${upload.id}/start`, {});
  for (;;) {
    const { status, message } = v.parse(shownUpload, await ask('GET', `/v1/me/uploads/${upload.id}`));
    if (status !== 'queued' && status !== 'running')
      return message === null ? status : `${status}: ${message}`;
    await sleep(500);
  }
}

async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(?<kb>\d+)/u.exec(status)?.groups?.kb ?? 0) / 1024);
}

process.stdout.write(
  '| beside | `/healthz` p50 | longest silence | the import | its end | memory |\n|---|---|---|---|---|---|\n',
);
for (const [name, make] of Object.entries(archives)) {
  const bytes = make();
  const folder = await mkdtemp(join(tmpdir(), 'oriel-beside-'));
  const server = startServerProcess({ PORT: '0', DATA_DIR: folder });
  try {
    const ready = await server.ready();
    const end = watch(ready.base_url);
    const start = performance.now();
    const outcome = await (bytes ? importInto(ready, bytes) : sleep(idleMs, 'none'));
    const seconds = (performance.now() - start) / 1000;
    const { p50, longest } = await end();
    const told = [p50.toFixed(0), longest.toFixed(0)].map((ms) => `${ms} ms`);
    process.stdout.write(
      `| ${name}${bytes ? `, ${(bytes.length / 1e6).toFixed(1)} MB` : ''} | ${told.join(' | ')} | ${seconds.toFixed(1)} s | ${outcome} | ${await peakMegabytes(server.child.pid)} MB |\n`,
    );
  } finally {
    await server.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

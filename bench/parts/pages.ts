import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { openOperations } from '#local/admin/open-operations.ts';
import { buildDashboard } from '#local/pages/build-dashboard.ts';
import { openBrowser, openWindow } from '#test/dashboard/browser-path.ts';
import { giveHistory } from '#test/dashboard/busy-account.ts';
import { signIn } from '#test/dashboard/sign-in.ts';
import { loaded } from '#test/dashboard/waiting.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';

/** A slow phone on a slow network, as Lighthouse's mobile preset has it. */
const slowness = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const email = 'busy@northwind.example';

const looks = [
  { page: 'sign-in', path: '/', isSignedIn: false },
  { page: 'overview', path: '/', isSignedIn: true },
  { page: 'explorer', path: '/explorer/inspect_domain', isSignedIn: true },
  { page: 'activity', path: '/activity', isSignedIn: true },
  { page: 'documentation', path: '/docs', isSignedIn: false },
  { page: 'documentation of a tool', path: '/docs/inspect_domain', isSignedIn: false },
  { page: 'prices', path: '/pricing', isSignedIn: false },
];

/** Before anything of the page runs: what the browser itself measures. */
const observers = `
  window.measured = { paint: 0, tasks: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.paint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.tasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
`;

const Measured = v.object({
  paint: v.number(),
  tasks: v.array(v.number()),
  scripts: v.array(v.number()),
});
type Measured = v.InferOutput<typeof Measured>;

async function measure(isLong: boolean): Promise<readonly Table[]> {
  await buildDashboard();
  const folder = await mkdtemp(join(tmpdir(), 'oriel-pages-'));
  const env = { PORT: '0', DATA_DIR: folder };
  const server = startServerProcess(env);
  const { base_url: url } = await server.ready();
  const operations = await openOperations(undefined, env);
  const opened = await operations.operator.createAccount({
    email,
    credits: 100_000,
    features: [],
    rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
    maxConcurrentCalls: undefined,
  });
  const records = await giveHistory(folder, opened.account_id, { days: 28, times: 46 });
  const sums = await summaryRows(url, opened.api_key);
  const browser = await openBrowser();
  const state = await signedInState(browser, url);
  const rows = [];
  for (const look of looks) {
    const runs: Measured[] = [];
    for (let run = 0; run < (isLong ? 9 : 3); run += 1)
      runs.push(await lookAt(browser, `${url}${look.path}`, look.isSignedIn ? state : undefined));
    rows.push({ page: look.page, ...summary(runs) });
  }
  await browser.close();
  await operations.close();
  await server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
  return [
    {
      title: 'Pages on a slow phone',
      method: `Chromium with an empty cache, its processor slowed ${slowness.cpu} times and its network to ${slowness.bitsPerSecond / 1e6} Mbit/s with ${slowness.latencyMs} ms of latency, on \`npm start\` in a process of its own. The account has ${records.toLocaleString('en-US')} calls, all within four weeks. Medians of ${isLong ? 9 : 3} visits; the browser shares the machine with the server, which counts against the page.`,
      rows,
    },
    {
      title: 'The summary of a busy month',
      method: `\`GET /v1/me/usage/summary\` over the same ${records.toLocaleString('en-US')} calls, at full speed.`,
      rows: sums,
    },
  ];
}

async function signedInState(browser: Browser, url: string) {
  const context = await openWindow(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(await context.newPage(), url, email);
  const state = await context.storageState();
  await context.close();
  return state;
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** One visit with an empty cache, until the page has come to rest. */
async function lookAt(browser: Browser, address: string, state: State | undefined): Promise<Measured> {
  const viewport = { width: 390, height: 844 };
  const context = await openWindow(browser, { viewport, ...(state && { storageState: state }) });
  await context.addInitScript(observers);
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(address);
  await loaded(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  const found = await page.evaluate(
    `({ ...measured, scripts: performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js')).map(({ transferSize }) => transferSize) })`,
  );
  await context.close();
  return v.parse(Measured, found);
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowness.latencyMs,
    downloadThroughput: slowness.bitsPerSecond / 8,
    uploadThroughput: 750_000 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
}

function summary(runs: readonly Measured[]) {
  return {
    'largest paint (s)': rounded(median(runs.map(({ paint }) => paint)) / 1_000, 2),
    'longest task (ms)': rounded(median(runs.map(({ tasks }) => Math.max(0, ...tasks))), 0),
    'scripts (kB)': rounded(median(runs.map(({ scripts }) => sum(scripts))) / 1_000, 0),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const Summary = v.object({ complete: v.boolean() });

/** The first time all is added up, in as many requests as it takes; after that, days that are over are kept. */
async function summaryRows(url: string, key: string) {
  const since = new Date(Date.now() - 28 * 86_400_000).toISOString().slice(0, 10);
  const ask = async () => {
    const start = performance.now();
    const address = `${url}/v1/me/usage/summary?since=${since}`;
    const response = await fetch(address, { headers: { 'x-api-key': key } });
    const { complete } = v.parse(Summary, await response.json());
    return { complete, took: performance.now() - start };
  };
  const first = [await ask()];
  while (!first.at(-1)?.complete) first.push(await ask());
  const again = [];
  for (let time = 0; time < 5; time += 1) again.push((await ask()).took);
  return [
    {
      question: 'first',
      requests: first.length,
      'time (ms)': rounded(sum(first.map(({ took }) => took)), 0),
    },
    { question: 'again (median of 5)', requests: 1, 'time (ms)': rounded(median(again), 0) },
  ];
}

/** What a person on a slow phone waits for. */
export const pages: Part = {
  isSlow: true,
  versionsOf: ['@mantine/core', 'react', 'playwright-core'],
  measure,
};

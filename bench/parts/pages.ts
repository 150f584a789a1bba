import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { openOperations } from '#local/admin/open-operations.ts';
import { buildDashboard } from '#local/pages/build-dashboard.ts';
import { openBrowser, openWindow } from '#test/dashboard/browser-path.ts';
import { giveHistory } from '#test/dashboard/busy-account.ts';
import { consoleExport } from '#test/dashboard/console-export.ts';
import { signIn } from '#test/dashboard/sign-in.ts';
import { loaded } from '#test/dashboard/waiting.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';
import { busyLogRows } from './busy-log.ts';

/** A slow phone on a slow network, as Lighthouse's mobile preset has it. */
const slowness = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const email = 'busy@northwind.example';
const site = 'northwind.example';

const looks = [
  { page: 'sign-in', path: '/', isSignedIn: false },
  { page: 'overview', path: '/', isSignedIn: true },
  { page: 'explorer', path: '/explorer/inspect_domain', isSignedIn: true },
  { page: 'explorer for visitors', path: '/explorer/inspect_domain', isSignedIn: false },
  { page: 'example of an audit', path: '/explorer/audit_site', isSignedIn: true },
  { page: 'your sites', path: '/sites', isSignedIn: true },
  { page: 'one site', path: `/sites/${site}`, isSignedIn: true },
  { page: 'activity', path: '/activity', isSignedIn: true },
  { page: 'billing', path: '/billing', isSignedIn: true },
  { page: 'API keys', path: '/keys', isSignedIn: true },
  { page: 'connections', path: '/connect', isSignedIn: true },
  { page: 'people', path: '/people', isSignedIn: true },
  { page: 'account', path: '/account', isSignedIn: true },
  { page: 'invitation', path: '/invitation#token', isSignedIn: true },
  { page: 'shared answer', path: '/shared#token', isSignedIn: false },
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
  sheets: v.array(v.number()),
  requests: v.number(),
});
type Measured = v.InferOutput<typeof Measured>;

/**
 * Whoever drives a browser listens to its network, for which it notes the stack of each request. Stacks
 * want positions in the source, which V8 finds by parsing the script once more, within the page's own
 * tasks: at sign-in 23 of 36 ms that nobody else pays. With the flag it knows them from the first parse.
 */
const watchedForFree = ['--js-flags=--no-enable-lazy-source-positions'];

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
    rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
  });
  const records = await giveHistory(folder, opened.account_id, { days: 28, times: 46 });
  const log = await busyLogRows({ url, key: opened.api_key, pid: server.child.pid });
  const browser = await openBrowser(watchedForFree);
  const state = await signedInState(browser, url);
  await bringSite(browser, url, state);
  const answer = { page: 'an answer', path: await answerPath(url, opened.api_key), isSignedIn: true };
  const rows = [];
  for (const look of [...looks, answer]) {
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
      title: 'A long log',
      method: `What the pages ask of the same ${records.toLocaleString('en-US')} calls, by the API at full speed: requests of one question and their time together, medians of 3 but of what is asked once.`,
      rows: log,
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

/** Where an answer that the account has is opened again. */
async function answerPath(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/tools/inspect_domain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'trailpeak.example' }),
  });
  return `/explorer/inspect_domain/${response.headers.get('x-request-id')}`;
}

/** The site whose page is looked at, by an export as Search Console gives it. */
async function bringSite(browser: Browser, url: string, state: State): Promise<void> {
  const context = await openWindow(browser, { storageState: state });
  const page = await context.newPage();
  await page.goto(`${url}/sites`);
  await page.getByTestId('files').setInputFiles(consoleExport({ site }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: 'Import report' }).waitFor();
  await context.close();
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
    `(() => {
      const all = performance.getEntriesByType('resource');
      const sizes = (ending) => all.filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .map(({ transferSize }) => transferSize);
      return { ...measured, scripts: sizes('.js'), sheets: sizes('.css'), requests: all.length };
    })()`,
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
    'styles (kB)': rounded(median(runs.map(({ sheets }) => sum(sheets))) / 1_000, 0),
    requests: median(runs.map(({ requests }) => requests)),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What a person on a slow phone waits for. */
export const pages: Part = {
  isSlow: true,
  versionsOf: ['@mantine/core', 'react', 'playwright-core'],
  measure,
};

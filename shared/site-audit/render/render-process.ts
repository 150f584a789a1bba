import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core';
import * as v from 'valibot';
import { createGuardedFetcher } from '../fetch/guarded-fetcher.ts';
import { parseResolveMap } from '../fetch/pinned-connector.ts';
import type { FetchedResponse, SiteFetcher } from '../fetch/site-fetcher.ts';
import type { RenderOrder } from './page-renderer.ts';
import type { RenderedPage } from './render-pages.ts';

/**
 * A process of its own for one audit: it opens pages in Chromium and is ended
 * from outside when its time or memory is over. Chromium has no way to any
 * network: its proxy leads nowhere and no name resolves. What pages ask for is
 * fetched here, by the guarded fetcher, and handed to it.
 */

/** What one page may load, beside itself. */
const mostRequests = 150;
const mostBytes = 20_000_000;
/** Taken of a rendered page, as of a raw one. */
const mostCharacters = 2_000_000;

/** Nothing that a page shows to people only. */
const unseen = new Set(['image', 'media', 'font']);
/** Headers that are of the way here, or that nobody may set on this machine. */
const ofTheWay = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
]);

const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-features=WebTransport,Prerender2,SpeculationRules,OptimizationHints,MediaRouter',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=256',
  '--renderer-process-limit=2',
];

/** Ways out that are no requests; what they reach would not be seen here. */
const withoutWaysOut = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
  Object.defineProperty(globalThis, name, { value: undefined });`;

async function renderAll(order: RenderOrder, reply: (page: RenderedPage) => void): Promise<void> {
  const { chromiumPath, isSandboxed, userAgent, resolve, urls, withinMs, patience } = order;
  const fetcher = createGuardedFetcher({
    userAgent,
    resolve: resolve === undefined ? undefined : parseResolveMap(resolve),
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    chromiumSandbox: isSandboxed,
    args: isSandboxed ? flags : [...flags, '--no-zygote'],
    proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
  });
  const around = { userAgent, fetcher, patience, signal: AbortSignal.timeout(withinMs) };
  for (const url of urls) reply(await renderPage(browser, url, around));
  await browser.close();
}

interface Surroundings {
  readonly userAgent: string;
  readonly fetcher: SiteFetcher;
  readonly patience: RenderOrder['patience'];
  readonly signal: AbortSignal;
}

/** Opens a page in a profile of its own. */
async function renderPage(browser: Browser, url: string, around: Surroundings): Promise<RenderedPage> {
  const context = await browser.newContext({
    userAgent: around.userAgent,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 412, height: 915 },
    isMobile: true,
  });
  await context.addInitScript(withoutWaysOut);
  await context.routeWebSocket(/./u, (socket) => socket.close());
  await context.route('**/*', createGate(around));
  const page = await context.newPage();
  page.on('popup', (popup) => void popup.close().catch(ignoreClosed));
  const { loadMs, restMs } = around.patience;
  const timeUp = sleep(loadMs + restMs).then((): undefined => undefined);
  const given = await Promise.race([openAndRead(page, url, around), timeUp]);
  // A page whose script never ends does not close either: the process goes with it.
  void context.close().catch(ignoreClosed);
  return given ?? { url, ok: false, reason: 'timeout' };
}

/** What is closed already needs nothing. */
function ignoreClosed(): void {}

/** In words of the page, which knows a document; this process has none. */
const whatIsShown = `({ href: location.href, html: document.documentElement.outerHTML.slice(0, ${mostCharacters}) })`;
const shown = v.object({ href: v.string(), html: v.string() });

async function openAndRead(page: Page, url: string, { patience }: Surroundings): Promise<RenderedPage> {
  try {
    await page.goto(url, { waitUntil: 'load', timeout: patience.loadMs }).catch(ignoreSlowLoad);
    await page.waitForLoadState('networkidle', { timeout: patience.restMs }).catch(ignoreSlowLoad);
    const { href, html } = v.parse(shown, await page.evaluate(whatIsShown));
    return withoutFragment(href) === withoutFragment(url)
      ? { url, ok: true, html: `<!doctype html>${html}` }
      : { url, ok: false, reason: 'moved' };
  } catch {
    return { url, ok: false, reason: 'crashed' };
  }
}

/** What is there by then is read all the same. */
function ignoreSlowLoad(error: Error): void {
  if (error.name !== 'TimeoutError') throw error;
}

function withoutFragment(url: string): string {
  return url.split('#')[0] ?? url;
}

/** Answers what a page asks for by the guarded fetcher, and refuses all else. */
function createGate({ fetcher, signal }: Surroundings) {
  let requests = 0;
  let bytes = 0;
  const isTaken = (request: Request) =>
    request.method() === 'GET' &&
    /^https?:/u.test(request.url()) &&
    !unseen.has(request.resourceType()) &&
    requests < mostRequests &&
    bytes < mostBytes;
  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    // A page that may not leave stays as it is; a plain refusal would put an error in its place.
    const refuse = () => route.abort(request.isNavigationRequest() ? 'aborted' : 'blockedbyclient');
    if (!isTaken(request)) return refuse();
    requests += 1;
    const outcome = await fetcher.fetch(request.url(), { maxRedirects: 5, signal });
    if (!outcome.ok) return refuse();
    bytes += outcome.body.byteLength;
    return route.fulfill({
      status: outcome.status,
      headers: headersOf(outcome),
      body: Buffer.from(outcome.body),
    });
  };
  return (route: Route) => answer(route).catch(ignoreClosed);
}

function headersOf({ headers }: FetchedResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofTheWay.has(name))
      .map(([name, values]) => [name, values.join(', ')]),
  );
}

process.once('message', (order: RenderOrder) => {
  renderAll(order, (page) => process.send?.(page))
    .then(() => process.exit(0))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    });
});

import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { describeInBrowser } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { run } from './run.ts';
import { signIn } from './sign-in.ts';
import { loaded } from './waiting.ts';

const email = 'dense@northwind.example';
/** The first thing of an answer that is a row: of a table, of a listing, of the problems of an audit. */
const rowOf: Readonly<Record<string, string>> = {
  inspect_domain: 'tbody tr',
  research_keywords: 'tbody tr',
  discover_competitors: 'tbody tr',
  compare_keyword_coverage: 'tbody tr',
  inspect_search_visibility: 'tbody tr',
  inspect_page: 'tbody tr',
  inspect_backlinks: 'tbody tr',
  compare_backlink_gap: 'tbody tr',
  audit_site: 'details summary',
  inspect_serp: 'ol > li',
};
const lowest = 420;
/** Files and calls of a page that is opened anew, at most. */
const mostRequests = 25;
const opened = [
  ...['/', '/sites', '/trackers', '/events', '/keys', '/connect', '/activity', '/billing', '/people'],
  ...['/account', '/explorer/inspect_domain', '/explorer/audit_site'],
];

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let page: Page;

describeInBrowser('an answer at 1440 × 900', () => {
  beforeAll(open);
  afterAll(close);

  it.each(Object.entries(rowOf))('of %s has its first row within 420 pixels', async (tool, selector) => {
    await page.goto(`${service.baseUrl}/explorer/${tool}`);
    await run(page);
    await page.evaluate('scrollTo(0, 0)');
    const row = page.locator('#content').locator(selector).first();
    await row.waitFor();
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(lowest);
  });
});

describeInBrowser('a page that is opened anew', () => {
  beforeAll(open);
  afterAll(close);

  it.each(opened)(`%s is there with at most ${mostRequests} requests, none of them twice`, async (path) => {
    // What the page before still asks is its own.
    await page.goto('about:blank');
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url().slice(service.baseUrl.length));
    page.on('request', note);
    await page.goto(`${service.baseUrl}${path}`);
    await loaded(page);
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    expect(asked.length > mostRequests ? asked : []).toEqual([]);
    expect(asked.filter((address, place) => asked.indexOf(address) < place)).toEqual([]);
    // What `early.js` asked ahead is what the page wanted to know.
    expect(await page.evaluate('Object.keys(orielAsked)')).toEqual([]);
  });
});

async function open(): Promise<void> {
  service = await startService();
  browser = await openBrowser();
  context = await openWindow(browser, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  await service.operations.operator.createAccount({ email, credits: 500, features: ['backlinks'] });
  await signIn(page, service.baseUrl, email);
}

async function close(): Promise<void> {
  await browser?.close();
  await service?.stop();
}

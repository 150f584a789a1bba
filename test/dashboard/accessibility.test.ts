import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningService, startService } from '#test/support/running-service.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openBrowser } from './browser-path.ts';
import { signIn } from './sign-in.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const email = 'axe@northwind.example';

const phone = { width: 390, height: 844 };
const desk = { width: 1360, height: 900 };

interface View {
  readonly name: string;
  readonly path: string;
  /** What a person does before looking. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const run = async (page: Page) => {
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByTestId('charged').waitFor();
};
const answered = (tool: string): View => ({
  name: `an answer of ${tool}`,
  path: `/explorer/${tool}`,
  prepare: run,
});

const views: readonly View[] = [
  { name: 'overview', path: '/' },
  { name: 'explorer', path: '/explorer' },
  answered('inspect_domain'),
  answered('research_keywords'),
  answered('compare_keyword_coverage'),
  answered('inspect_serp'),
  answered('inspect_search_visibility'),
  answered('inspect_keyword'),
  { name: 'API access', path: '/keys' },
  {
    name: 'the form of a key',
    path: '/keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  },
  { name: 'connect an agent', path: '/connect' },
  { name: 'activity', path: '/activity' },
  {
    name: 'one call',
    path: '/activity',
    prepare: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page.getByText('Request id').waitFor();
    },
  },
  { name: 'billing', path: '/billing' },
  { name: 'account', path: '/account' },
  { name: 'an address that names nothing', path: '/nowhere' },
];

let service: RunningService;
let browser: Browser;

describeInBrowser('every page', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    await service.operations.operator.createAccount({
      email,
      credits: 1_000,
      features: [],
      rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
      maxConcurrentCalls: undefined,
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  let context: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    context = await browser.newContext({
      viewport: desk,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(15_000);
    watched = await watchedPage(context);
  }, 180_000);
  afterAll(async () => context?.close());

  it('signs in without an axe violation on the way', async () => {
    const { page } = watched;
    await page.goto(service.baseUrl);
    await page.getByLabel('Email address').waitFor();
    await expectAccessible(page);
    await signIn(page, service.baseUrl, email);
  });

  it.each(views)('$name is free of axe violations in both schemes, and fits a phone', async (view) => {
    const { page, complaints } = watched;
    await page.setViewportSize(desk);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${service.baseUrl}${view.path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await view.prepare?.(page);
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await settled(page);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

/** No violation in light and in dark, on the page as it stands. */
async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
  await settled(page);
  expect(await violations(page)).toEqual([]);
}

/** Colours and menus slide; what counts is where they end: several frames in a row without anything that moves. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let quiet = 0; quiet < 5; quiet += 1) {
      await frame();
      const moving = document.getAnimations();
      if (moving.length > 0) quiet = -1;
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    }
  })()`);
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Pixels by which the page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

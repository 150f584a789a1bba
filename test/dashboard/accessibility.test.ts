import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { signIn } from './sign-in.ts';
import type { View } from './view.ts';
import { showView, views } from './views.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const email = 'axe@northwind.example';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

let service: RunningService;
let browser: Browser;

describeInBrowser('every page', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    await service.operations.operator.createAccount({
      email,
      credits: 1_000,
      features: ['backlinks'],
      rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  describe('before signing in', () => {
    const watched = watchedContext(async () => {});
    it.each(views.filter(({ isSignedOut }) => isSignedOut))('$name is accessible', (view) =>
      expectForEverybody(view, watched()),
    );
  });

  describe('signed in', () => {
    const watched = watchedContext((page) => signIn(page, service.baseUrl, email));
    it.each(views.filter(({ isSignedOut }) => !isSignedOut))('$name is accessible', (view) =>
      expectForEverybody(view, watched()),
    );
  });
});

/** A browser window for a block of tests; `enter` is done once in it. */
function watchedContext(enter: (page: Page) => Promise<void>): () => WatchedPage {
  let context: BrowserContext;
  let watched: WatchedPage;
  beforeAll(async () => {
    context = await openWindow(browser, {
      viewport: desk,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // What is written of an element in its message is not read here: to write it takes a third of the time.
    await context.addInitScript(`${axe}\naxe.configure({ noHtml: true });`);
    watched = await watchedPage(context);
    await enter(watched.page);
  });
  afterAll(async () => context?.close());
  return () => watched;
}

/** No axe violation in either scheme on either width, nothing wider than the window, no complaint of the browser. */
async function expectForEverybody(view: View, { page, complaints }: WatchedPage): Promise<void> {
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light' });
  await showView(view, { page, baseUrl: service.baseUrl });
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      expect({ ...size, colorScheme, violations: await violations(page, colorScheme) }).toEqual({
        ...size,
        colorScheme,
        violations: [],
      });
    }
    expect({ ...size, overflow: await overflow(page) }).toEqual({ ...size, overflow: 0 });
  }
  expect(complaints).toEqual([]);
}

/** Colors and menus slide; what counts is where they end: several frames in a row without anything that moves. */
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

/** The dark scheme has the elements of the light one, so that only its colors are new. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  const only = colorScheme === 'dark' ? ', runOnly: ["color-contrast"]' : '';
  const results = (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"]${only} })`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Pixels by which the page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

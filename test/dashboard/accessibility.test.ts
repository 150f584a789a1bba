import type { Page } from 'playwright-core';
import { axeScript, faintTexts, violationsOf } from './axe.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openWindow } from './browser-path.ts';
import { signedInScene } from './signed-in-scene.ts';
import type { View } from './view.ts';
import { showView, views } from './views.ts';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const look = { viewport: desk, reducedMotion: 'reduce' } as const;

const scene = signedInScene({
  email: 'axe@northwind.example',
  credits: 1_000,
  features: ['backlinks'],
  ...look,
});

describeInBrowser('every page', () => {
  describe('before signing in', () => {
    let watched: WatchedPage;
    beforeAll(async () => {
      const context = await openWindow(scene.browser, look);
      await context.addInitScript(axeScript);
      watched = await watchedPage(context);
    });
    it.each(views.filter(({ isSignedOut }) => isSignedOut))('$name is accessible', (view) =>
      expectForEverybody(view, watched),
    );
  });

  describe('signed in', () => {
    beforeAll(() => scene.context.addInitScript(axeScript));
    it.each(views.filter(({ isSignedOut }) => !isSignedOut))('$name is accessible', (view) =>
      expectForEverybody(view, scene),
    );
  });
});

/** No axe violation in either scheme on either width, nothing wider than the window, no complaint of the browser. */
async function expectForEverybody(view: View, { page, complaints }: WatchedPage): Promise<void> {
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light' });
  await showView(view, { page, baseUrl: scene.service.baseUrl });
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    await settled(page);
    expect({ ...size, violations: await violationsOf(page) }).toEqual({ ...size, violations: [] });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const isWhole = size === desk && colorScheme === 'light';
      const setting = { ...size, colorScheme };
      expect({ ...setting, faint: await faintTexts(page, isWhole) }).toEqual({ ...setting, faint: [] });
    }
    expect({ ...size, overflow: await overflow(page) }).toEqual({ ...size, overflow: 0 });
  }
  expect(complaints).toEqual([]);
}

/** Nothing moves where stillness is asked for; what changes with the size or the scheme does so within a frame or two. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await frame();
      const moving = document.getAnimations();
      if (moving.length > 0) quiet = -1;
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    }
  })()`);
}

/** Pixels by which the page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

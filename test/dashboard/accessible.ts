import type { Page } from 'playwright-core';
import { axeScript, faintTexts, violationsOf } from './axe.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openWindow } from './browser-path.ts';
import { signedInScene } from './signed-in-scene.ts';
import type { View } from './view.ts';
import { showView } from './views.ts';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const look = { viewport: desk, reducedMotion: 'reduce' } as const;

type Scene = ReturnType<typeof signedInScene>;

/** Views of one account, of which each is as those before it left it. */
export function expectAccessible(views: readonly View[]): void {
  const scene = signedInScene({
    email: 'axe@northwind.example',
    credits: 1_000,
    features: ['backlinks'],
    ...look,
  });
  const [visitors, own] = [true, false].map((isSignedOut) =>
    views.filter((view) => (view.isSignedOut ?? false) === isSignedOut),
  );
  describeInBrowser('every page', () => {
    if (visitors?.length)
      describe('before signing in', () => {
        let watched: WatchedPage;
        beforeAll(async () => {
          const context = await openWindow(scene.browser, look);
          await context.addInitScript(axeScript);
          watched = await watchedPage(context);
        });
        it.each(visitors)('$name is accessible', (view) => expectForEverybody(view, watched, scene));
      });

    describe('signed in', () => {
      beforeAll(() => scene.context.addInitScript(axeScript));
      it.each(own ?? [])('$name is accessible', (view) => expectForEverybody(view, scene, scene));
    });
  });
}

/** Each differs from the one before in one thing, which is all that a page has to draw anew. */
const looks = [
  { ...desk, colorScheme: 'light' },
  { ...desk, colorScheme: 'dark' },
  { ...phone, colorScheme: 'dark' },
  { ...phone, colorScheme: 'light' },
] as const;

/** No axe violation in either scheme on either width, nothing wider than the window, no complaint of the browser. */
async function expectForEverybody(view: View, shown: WatchedPage, { service }: Scene): Promise<void> {
  const { page, complaints } = shown;
  for (const [at, { colorScheme, ...size }] of looks.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    if (at === 0) await showView(view, { page, baseUrl: service.baseUrl });
    await settled(page);
    const setting = { ...size, colorScheme };
    // But for contrast no rule looks at colors.
    const violations = colorScheme === 'light' ? await violationsOf(page) : [];
    const faint = await faintTexts(page, at === 0);
    expect({ ...setting, violations, faint, overflow: await overflow(page) }).toEqual({
      ...setting,
      violations: [],
      faint: [],
      overflow: 0,
    });
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

import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { giveHistory } from './busy-account.ts';
import { signIn } from './sign-in.ts';
import type { View } from './view.ts';
import { showView, views } from './views.ts';

/**
 * Pictures of the dashboard from the running service with the sample market and
 * an account that has a past:
 *
 *   node bin/launch.mjs test/dashboard/take-screenshots.ts           those of docs/dashboard.md
 *   node bin/launch.mjs test/dashboard/take-screenshots.ts --all     every page, both schemes, desk and phone, into .data/screenshots
 *   … --all --views overview,billing --widths 768,1920               these pages at these widths
 */
const email = 'maya@northwind.example';

interface Setting {
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  /** Phones lay their scroll bars over the page. */
  readonly isMobile?: boolean;
  /** Shows the answer of a tool instead of the top of the page. */
  readonly atAnswer?: boolean;
  /** A view that is gone through before, for what it leaves. */
  readonly after?: string;
}

const desk = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

/** The few that say most, each in one setting, as much as a window shows. */
const chosen: readonly (readonly [string, Setting])[] = [
  ['inspect_domain', { colorScheme: 'light', viewport: { width: 1480, height: 1180 } }],
  ['audit_site', { colorScheme: 'dark', viewport: { width: 1480, height: 1180 } }],
  ['activity', { colorScheme: 'light', viewport: desk }],
  ['billing', { colorScheme: 'dark', viewport: phone, isMobile: true }],
  ['research_keywords', { colorScheme: 'light', viewport: phone, isMobile: true, atAnswer: true }],
  // Last, since an account with a site of its own is answered about that.
  ['overview-site', { colorScheme: 'light', viewport: desk, after: 'sites-report' }],
];

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    views: { type: 'string' },
    widths: { type: 'string', default: `${desk.width},${phone.width}` },
  },
});

/** Both schemes at each width: those of phones as a phone shows them. */
const everySetting: readonly Setting[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  values.widths.split(',').map((width) => ({
    colorScheme,
    viewport: Number(width) === phone.width ? phone : { ...desk, width: Number(width) },
    isMobile: Number(width) === phone.width,
  })),
);

const wanted = values.views?.split(',');
const everyView = views.filter(({ name }) => wanted?.includes(name) ?? true);

const folder = values.all ? '.data/screenshots' : 'docs/pictures';
await mkdir(folder, { recursive: true });
const service = await startService();
const { account_id: accountId } = await service.operations.operator.createAccount({
  email,
  credits: 12_400,
  features: ['backlinks'],
  rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
});
await giveHistory(service.folder, accountId);
const browser = await openBrowser();
if (values.all) await takeAll(browser, service);
else await takeChosen(browser, service);
await browser.close();
await service.stop();
process.stdout.write(`Pictures are in ${folder}\n`);

function viewOf(name: string): View {
  const view = views.find((candidate) => candidate.name === name);
  if (!view) throw new Error(`There is no view ${name}.`);
  return view;
}

async function takeChosen(browser: Browser, service: RunningService): Promise<void> {
  const state = await signedInState(browser, service);
  for (const [name, setting] of chosen) {
    const own = await openPage(browser, setting, state);
    const gone = [setting.after, name].filter((each) => each !== undefined).map(viewOf);
    for (const view of gone) await showView(view, { page: own, baseUrl: service.baseUrl });
    const top = setting.atAnswer
      ? "scrollTo(0, document.querySelector('[role=tablist]').getBoundingClientRect().top + scrollY - 72)"
      : 'scrollTo(0, 0)';
    await own.evaluate(top);
    await own.screenshot({ path: `${folder}/${name}.png` });
    await own.context().close();
  }
}

async function takeAll(browser: Browser, service: RunningService): Promise<void> {
  const state = await signedInState(browser, service);
  for (const setting of everySetting) {
    const suffix = `${setting.colorScheme}-${setting.viewport.width}`;
    for (const isSignedOut of [true, false]) {
      const page = await openPage(browser, setting, isSignedOut ? undefined : state);
      for (const view of everyView.filter((each) => (each.isSignedOut ?? false) === isSignedOut)) {
        await take(view, page, suffix);
      }
      await page.context().close();
    }
  }
}

/** A view that cannot be shown is taken as it stands, so that the others are there too. */
async function take(view: View, page: Page, suffix: string): Promise<void> {
  const file = `${view.name}-${suffix}.png`;
  await showView(view, { page, baseUrl: service.baseUrl }).catch((error: unknown) => {
    process.exitCode = 1;
    process.stderr.write(`${file}: ${String(error)}\n`);
  });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** One sign-in for all settings: an address gets five codes an hour. */
async function signedInState(browser: Browser, service: RunningService): Promise<State> {
  const page = await openPage(browser, everySetting[0]);
  await signIn(page, service.baseUrl, email);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function openPage(browser: Browser, setting: Setting | undefined, storageState?: State): Promise<Page> {
  const context = await openWindow(browser, {
    ...setting,
    ...(storageState && { storageState }),
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return context.newPage();
}

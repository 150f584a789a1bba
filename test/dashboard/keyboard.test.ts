import type { Browser, Page } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { describeInBrowser } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { newestCode } from './sign-in.ts';
import { expectSoon, loaded, patienceMs } from './waiting.ts';

const email = 'kim@northwind.example';

let service: RunningService;
let browser: Browser;
let page: Page;

describeInBrowser('the dashboard without a mouse', () => {
  beforeAll(async () => {
    service = await startService();
    await service.operations.operator.createAccount({ email, credits: 100 });
    browser = await openBrowser();
    const context = await openWindow(browser, { reducedMotion: 'reduce' });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('signs in', async () => {
    await page.goto(service.baseUrl);
    await tabTo('Email address');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Digit 1 of 6').waitFor();
    await page.keyboard.type('000000');
    await page.getByText('The code is wrong').waitFor();
    await expectFocus('Digit 1 of 6');
    await page.keyboard.type(await newestCode(service.baseUrl, email));
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('skips the navigation', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await loaded(page);
    await page.keyboard.press('Tab');
    await expectFocus('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await tabTo('Bring your own site')).not.toContain('Keyword gap');
  });

  it('calls a tool and reads its JSON', async () => {
    await page.goto(service.baseUrl);
    await tabTo('Domain');
    await page.keyboard.press('Enter');
    await tabTo('Domain');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('trailpeak.example');
    await page.keyboard.press('Enter');
    await page.getByTestId('charged').waitFor();
    await tabTo('Table');
    await page.keyboard.press('ArrowRight');
    await page.getByText('"schema_version"').waitFor();
    // A long answer scrolls by keys, so it takes the focus.
    await tabTo('JSON answer');
  });

  it('chooses a market, which the next tool keeps', async () => {
    await page.goto(`${service.baseUrl}/explorer/inspect_serp`);
    await tabTo('Location');
    await page.keyboard.type('united king');
    // Enter takes the option that is marked, which is so a moment after it is shown.
    await page.locator('[data-combobox-selected]', { hasText: 'United Kingdom' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await tabTo('Run');
    await page.keyboard.press('Enter');
    await page.getByTestId('charged').waitFor();
    await page.goto(`${service.baseUrl}/explorer/research_keywords`);
    const location = page.getByRole('combobox', { name: 'Location' });
    await expectSoon(() => location.inputValue(), 'United Kingdom');
    await location.fill('Leeds,England,United Kingdom');
    await page.getByRole('combobox', { name: 'Language' }).focus();
    await expectSoon(() => location.inputValue(), 'Leeds,England,United Kingdom');
  });

  it('is taken to the field that was refused', async () => {
    await page.goto(`${service.baseUrl}/explorer/inspect_domain`);
    await tabTo('Skip to the content');
    await page.keyboard.press('Enter');
    await tabTo('Domain');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('not a domain');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expectFocus('Domain');
  });

  it('stops waiting for a tool that takes long, and reads what that means', async () => {
    await page.goto(`${service.baseUrl}/explorer/audit_site`);
    await page.route('**/v1/tools/*', () => {});
    await tabTo('Run');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('progressbar', { name: 'Audit site is running' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBeNull();
    await page.getByRole('button', { name: 'Stop waiting' }).press('Enter');
    await page.getByText('is charged if it succeeds').waitFor();
    await page.unroute('**/v1/tools/*');
  });

  it('creates a key, and is back where it began', async () => {
    await page.goto(`${service.baseUrl}/keys`);
    await tabTo('Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await expectFocus('Name');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByTestId('new-key').waitFor();
    await tabTo('I have copied it');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFocus('Create key');
  });

  it('opens a call and closes it again', async () => {
    await page.goto(`${service.baseUrl}/activity`);
    await tabTo('Inspect domain');
    await page.keyboard.press('Enter');
    await page.getByText('Request id').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFocus('Inspect domain');
  });

  it('moves nothing for those who asked for stillness', async () => {
    await page.goto(`${service.baseUrl}/billing`);
    await tabTo('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });
});

/** Waits until something of this name can take the focus, then presses Tab until it has it; answers what was on the way. */
async function tabTo(name: string): Promise<readonly string[]> {
  await loaded(page);
  await expectSoon(() => canTakeFocus(name), true);
  const passed: string[] = [];
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    await page.keyboard.press('Tab');
    const here = await focused();
    if (here === name) return passed;
    passed.push(here);
  }
  throw new Error(`“${name}” is not reached by Tab; on the way were ${[...new Set(passed)].join(', ')}.`);
}

/** The focus comes back a moment after a dialog has gone. */
function expectFocus(name: string): Promise<void> {
  return expectSoon(focused, name);
}

/** What names an element, as assistive technology would say it, roughly. */
const nameOf = `((element) => {
  const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
  return text.replace(/\\s*\\*$/u, '').split('\\n')[0].trim();
})`;

/** The name of what has the focus. */
async function focused(): Promise<string> {
  return page.evaluate(`${nameOf}(document.activeElement)`);
}

/** Whether something of this name is there, can be seen and takes part in the order of Tab. */
async function canTakeFocus(name: string): Promise<boolean> {
  return page.evaluate(`[...document.querySelectorAll('a, button, input, textarea, [tabindex]')].some(
    (element) =>
      element.tabIndex >= 0 && element.checkVisibility() && ${nameOf}(element) === ${JSON.stringify(name)},
  )`);
}

import type { Browser, BrowserContext } from 'playwright-core';
import { ageSignIn } from '#test/support/identity/age-sign-in.ts';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { askMcp, openAgent } from './agent.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { newestCode, signIn } from './sign-in.ts';
import { expectSoon } from './waiting.ts';

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let watched: WatchedPage;

describeInBrowser('what a person has begun', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    context = await openWindow(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    watched = await watchedPage(context);
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const askForCode = async (email: string) => {
    const { page } = watched;
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
  };
  const enterCode = async (email: string) => {
    await watched.page.getByLabel('Digit 1 of 6').focus();
    await watched.page.keyboard.type(await newestCode(service.baseUrl, email));
  };

  it('goes on with the code that was sent, after a look into the mailbox in the same tab', async () => {
    const { page } = watched;
    await page.goto(service.baseUrl);
    await askForCode('reader@northwind.example');
    await page.goto(`${service.baseUrl}/dev/mailbox`);
    await page.goBack();
    await page.getByText('reader@northwind.example').waitFor();
    await enterCode('reader@northwind.example');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('keeps the focus in the code after a wrong one, and takes the right one then', async () => {
    const { page } = watched;
    await page.goto(service.baseUrl);
    await askForCode('mistyped@northwind.example');
    const right = await newestCode(service.baseUrl, 'mistyped@northwind.example');
    await page.keyboard.type(right === '000000' ? '111111' : '000000');
    await page.getByText('The code is wrong').waitFor();
    await expectSoon(
      () => page.evaluate("document.activeElement.getAttribute('aria-label')"),
      'Digit 1 of 6',
    );
    await page.keyboard.type(right);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('has the address still there to be corrected', async () => {
    const { page } = watched;
    await page.goto(service.baseUrl);
    await askForCode('corrected@northwind.example');
    await page.getByRole('button', { name: 'Use another address' }).click();
    expect(await page.getByLabel('Email address').inputValue()).toBe('corrected@northwind.example');
  });

  it('reads on once calls are taken again, where a minute had too many', async () => {
    const { page } = watched;
    const email = 'hurried@northwind.example';
    await service.operations.operator.createAccount({ email, credits: 100 });
    await signIn(page, service.baseUrl, email);
    await page.route(
      '**/v1/me/api-credentials*',
      (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '1' },
          json: { code: 'rate_limited', title: 'Too many calls', detail: 'Wait a second.' },
        }),
      { times: 1 },
    );
    await page.goto(`${service.baseUrl}/keys`);
    await page.getByText('First key').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('asks a question again where the session ended under it, once it is signed in', async () => {
    const { page } = watched;
    const email = 'ended@northwind.example';
    await service.operations.operator.createAccount({ email, credits: 100 });
    await signIn(page, service.baseUrl, email);
    await page.goto(`${service.baseUrl}/explorer/inspect_domain`);
    await page.getByRole('textbox', { name: 'Domain' }).fill('ridgeline-outfitters.example');
    // As another tab of this browser would.
    await page.evaluate(
      "fetch('/session/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })",
    );
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Your session ended').waitFor();
    await askForCode(email);
    await enterCode(email);
    await expectSoon(
      () => page.getByRole('textbox', { name: 'Domain' }).inputValue(),
      'ridgeline-outfitters.example',
    );
  });

  it('has the form of a new key back where the session ended under it, limits included', async () => {
    const { page } = watched;
    const email = 'key-maker@northwind.example';
    await signIn(page, service.baseUrl, email);
    await page.goto(`${service.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Rank report, production');
    await dialog.getByLabel('Credits a month').fill('250');
    await page.evaluate(
      "fetch('/session/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })",
    );
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Your session ended').waitFor();
    await askForCode(email);
    await enterCode(email);
    await expectSoon(() => dialog.getByLabel('Name').inputValue(), 'Rank report, production');
    expect(await dialog.getByLabel('Credits a month').inputValue()).toBe('250');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByTestId('new-key').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('takes no press on the form of a new key before it can be sent', async () => {
    const { page } = watched;
    await signIn(page, service.baseUrl, 'early-presser@northwind.example');
    const { promise: late, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/v1/capabilities*', (route) => late.then(() => route.continue()));
    await page.goto(`${service.baseUrl}/keys#new`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Pressed early');
    const create = dialog.getByRole('button', { name: 'Create key' });
    expect(await create.isDisabled()).toBe(true);
    come();
    await create.click();
    await dialog.getByTestId('new-key').waitFor();
  });

  it('keeps the form of a new key while a sign-in that is too old is confirmed in place', async () => {
    const { page } = watched;
    const email = 'long-signed-in@northwind.example';
    const { account_id: accountId } = await service.operations.operator.createAccount({ email, credits: 0 });
    await signIn(page, service.baseUrl, email);
    const { sessions } = await page.evaluate<{ sessions: { id: string }[] }>(
      "fetch('/session/list', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((answer) => answer.json())",
    );
    for (const { id } of sessions) await ageSignIn(service, accountId, id, 700);
    await page.goto(`${service.baseUrl}/keys#new`);
    const draft = page.getByRole('dialog', { name: 'Create key' });
    await draft.getByLabel('Name').fill('Made late');
    await draft.getByRole('button', { name: 'Create key' }).click();
    await draft.getByRole('button', { name: 'Confirm it is you' }).click();
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    await enterCode(email);
    await draft.getByText('Confirmed.').waitFor();
    expect(await draft.getByLabel('Name').inputValue()).toBe('Made late');
    await draft.getByRole('button', { name: 'Create key' }).click();
    await page.getByTestId('new-key').waitFor();
  });

  it('forgets the form of a new key that was given up', async () => {
    const { page } = watched;
    await signIn(page, service.baseUrl, 'key-dropper@northwind.example');
    await page.goto(`${service.baseUrl}/keys#new`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Not this one');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('knows by the focus that another page has come, and keeps it where the browser loaded one', async () => {
    const { page } = watched;
    await signIn(page, service.baseUrl, 'listener@northwind.example');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.getByRole('link', { name: 'Activity' }).click();
    await expectSoon(focused, 'Activity');
    await page.getByRole('link', { name: 'API keys' }).click();
    await expectSoon(focused, 'API keys');
    await page.goBack();
    await expectSoon(focused, 'Activity');
    await page.reload();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });

  it("comes back to an agent's consent after signing in on the usual page, passkeys included", async () => {
    const { page } = watched;
    const agent = await openAgent(service.baseUrl, 'New agent');
    await page.goto(agent.authorizationUrl);
    await page.getByRole('heading', { name: 'Sign in to Oriel' }).waitFor();
    await page.getByText('An application wants to connect').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await askForCode('led-here@northwind.example');
    await enterCode('led-here@northwind.example');
    await page.getByRole('button', { name: 'Allow' }).click();
    const token = await agent.finish();
    expect(await askMcp(service.baseUrl, token)).toBe(200);
    await agent.close();
    expect(watched.complaints).toEqual([]);
  });
});

import type { Browser, BrowserContext } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { signIn } from './sign-in.ts';

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let watched: WatchedPage;
let origin: string;

describeInBrowser('passkeys in the browser', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    context = await openWindow(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    watched = await watchedPage(context);
    origin = service.baseUrl;
    const devtools = await context.newCDPSession(watched.page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const account = async () => {
    await watched.page.goto(`${origin}/account`);
    return watched.page.getByRole('region', { name: 'Passkeys' });
  };

  it('are added under the name of the browser, and renamed', async () => {
    const { page } = watched;
    await signIn(page, origin, 'pia@northwind.example');
    const passkeys = await account();
    await passkeys.getByText('No passkey yet').waitFor();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('button', { name: /^Rename Chrome on/u }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await passkeys.getByText('Work laptop').waitFor();
  });

  it('are made once on a device', async () => {
    const passkeys = await account();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByText('This device has a passkey of this account already.').waitFor();
  });

  it('sign in without a code', async () => {
    const { page } = watched;
    await context.clearCookies();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const passkeys = await account();
    await passkeys.getByText('last used just now').waitFor();
  });

  it('sign in no more once they are removed', async () => {
    const { page } = watched;
    const passkeys = await account();
    await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await passkeys.getByText('No passkey yet').waitFor();
    await context.clearCookies();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('heading', { name: 'Sign in to Oriel' }).waitFor();
  });

  it('never made the browser complain', () => {
    expect(watched.complaints).toEqual([]);
  });
});

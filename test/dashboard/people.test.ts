import type { Browser, Page } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { describeInBrowser } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { signIn } from './sign-in.ts';

const owner = 'opener@northwind.example';
const guest = 'books@northwind.example';

let service: RunningService;
let browser: Browser;
let accountId = '';

async function signedIn(email: string): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await (await openWindow(browser, { permissions })).newPage();
  await signIn(page, service.baseUrl, email);
  return page;
}

async function invitationLink(): Promise<string> {
  const { body } = await service.send('/dev/mailbox', { headers: { accept: 'application/json' } });
  const mail = body.find(
    ({ to, text }: { to: string; text: string }) => to === guest && text.includes('/invitation#'),
  );
  return /\S+\/invitation#\S+/u.exec(mail?.text ?? '')?.[0] ?? '';
}

/** What the service refused to the page. */
function refusalsOf(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

describeInBrowser('the people of an account', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    const opened = await service.operations.operator.createAccount({
      email: owner,
      credits: 4_321,
      features: [],
      rateLimits: undefined,
      maxConcurrentCalls: undefined,
    });
    accountId = opened.account_id;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('are invited by mail, see what their role is shown, and switch to their own account', async () => {
    const opener = await signedIn(owner);
    await opener.goto(`${service.baseUrl}/people`);
    await opener.getByRole('textbox', { name: 'Email address' }).fill(guest);
    await opener.getByRole('combobox', { name: 'Role', exact: true }).selectOption('billing');
    await opener.getByRole('button', { name: 'Invite', exact: true }).click();
    await opener.getByText(`A link was sent to ${guest}.`).waitFor();

    const page = await signedIn(guest);
    const refused = refusalsOf(page);
    await page.goto(await invitationLink());
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByTestId('balance').getByText('4,321').waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('button', { name: 'CSV' }).waitFor();
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);

    await page.getByRole('button', { name: guest }).click();
    await page.getByRole('menuitem', { name: guest }).click();
    await page.getByRole('link', { name: 'API keys' }).waitFor();
  });

  it('see at once whose it is once the operator has handed it over, and what they are from then on', async () => {
    const former = await signedIn(owner);
    await service.operations.operator.handOver(accountId, guest);
    await former.goto(`${service.baseUrl}/people`);
    await former.getByRole('heading', { name: 'In this account' }).waitFor();
    expect(await former.getByRole('heading', { name: 'Invite someone' }).count()).toBe(0);
    const rows = former.getByRole('listitem');
    await rows.filter({ hasText: guest }).getByText('Account owner').waitFor();
    await rows
      .filter({ hasText: `${owner} (you)` })
      .getByText('Member', { exact: true })
      .waitFor();
    await former.getByTestId('balance').getByText('4,321').waitFor();

    const heir = await signedIn(guest);
    await heir.getByRole('button', { name: guest }).click();
    await heir.getByRole('menuitem', { name: `${guest} owner · opened` }).click();
    await heir.getByTestId('balance').getByText('4,321').waitFor();
    await heir.goto(`${service.baseUrl}/account`);
    await heir.getByRole('button', { name: 'Delete account' }).waitFor();
  });
});

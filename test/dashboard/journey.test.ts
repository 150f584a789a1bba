import { readFile } from 'node:fs/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { askMcp, openAgent } from './agent.ts';
import { describeInBrowser, type WatchedPage, watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { signIn } from './sign-in.ts';
import { expectSoon, loaded } from './waiting.ts';

const email = 'maya@northwind.example';

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let watched: WatchedPage;
let key = '';

describeInBrowser('the journey of a new customer', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    context = await openWindow(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    watched = await watchedPage(context);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('finds nothing in the console before signing in', async () => {
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(service.baseUrl);
    await page.getByRole('heading', { name: 'Sign in to Oriel' }).waitFor();
    await page.close();
    expect(said).toEqual([]);
  });

  it('signs in with a pasted code, and finds an account without credits', async () => {
    const { page } = watched;
    await signIn(page, service.baseUrl, email);
    await page.getByText('Start with your own site').waitFor();
    await expectBalance('0');
    await allowManyCalls();
  });

  it('sees an example answer for nothing, and what to do for an answer of its own', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/explorer/inspect_domain`);
    await page.getByText('Example, free').waitFor();
    await page.getByRole('table', { name: 'Top keywords' }).getByText('running shoes').first().waitFor();
    await page.getByRole('textbox', { name: 'Domain' }).fill('summitgear.example');
    await page.getByRole('button', { name: 'Buy credits to run' }).click();
    await page.getByRole('heading', { name: 'Billing' }).waitFor();
    await page.goBack();
    await expectSoon(() => page.getByRole('textbox', { name: 'Domain' }).inputValue(), 'summitgear.example');
  });

  it('buys credits on the hosted page and finds them on return', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/billing`);
    await page.getByText('$10', { exact: true }).click();
    await page.getByRole('button', { name: '$10.00 more' }).click();
    await page.getByText('credits for $20.00').waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $20.00' }).click();
    await page.getByText('2,000 credits for $20.00 are in your balance.').waitFor();
    await expectBalance('2,000');
  });

  it('is granted the credits once, however often the return page is opened', async () => {
    const { page } = watched;
    await page.reload();
    await page.getByText('are in your balance.').waitFor();
    await expectBalance('2,000');
    await loaded(page);
    await expectSoon(() => page.getByRole('region', { name: 'Ledger' }).getByText('Bought').count(), 1);
  });

  it('shows a receipt', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: '$20.00 paid' }).waitFor();
  });

  it('creates one key, shown once, for a double click', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Rank report');
    await doubleClick(dialog.getByRole('button', { name: 'Create key' }));
    key = await dialog.getByTestId('new-key').inputValue();
    expect(key).toMatch(/^or_/u);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Rank report', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('makes its first call with the key, and sees it in the activity', async () => {
    const { page } = watched;
    const response = await fetch(`${service.baseUrl}/v1/tools/inspect_domain`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'trailpeak.example' }),
    });
    expect(response.status).toBe(200);
    await page.goto(`${service.baseUrl}/activity`);
    const row = page.getByRole('row').filter({ hasText: 'API key' }).filter({ hasText: 'Inspect domain' });
    await row.click();
    await page.getByRole('dialog').getByText('“Rank report”').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expectBalance('1,997');
  });

  it('looks at an answer in the explorer, charged once for a double click', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/explorer/inspect_domain`);
    await doubleClick(page.getByRole('button', { name: 'Run' }));
    await page.getByTestId('charged').waitFor();
    await page.getByText('Top keywords').first().waitFor();
    await expectBalance('1,994');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByText('"schema_version": "ofe/1.0"').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByText('curl "http').waitFor();
  });

  it('sorts and filters a list, copies it and has the whole of it in one press', async () => {
    const { page } = watched;
    await page.getByRole('tab', { name: 'Table' }).click();
    const table = page.getByRole('table', { name: 'Top keywords' });
    await page.getByRole('textbox', { name: 'Filter Top keywords' }).fill('hiking');
    const keywords = () => table.locator('tbody td:first-child').allTextContents();
    // The filter waits for a pause in typing.
    await table.getByText('running shoes', { exact: true }).waitFor({ state: 'detached' });
    expect((await keywords()).filter((keyword) => !keyword.includes('hiking'))).toEqual([]);
    await table.getByRole('button', { name: 'Keyword' }).click();
    const sorted = (await keywords()).toSorted((one, other) => one.localeCompare(other));
    expect(await keywords()).toEqual(sorted);
    await page.getByRole('button', { name: 'Copy Top keywords' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split('\n').map((line) => line.split('\t')[0])).toEqual(['Keyword', ...sorted]);
    await page.getByRole('textbox', { name: 'Filter Top keywords' }).fill('');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^CSV.* of Top keywords$/u }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines.length).toBeGreaterThan(100);
    await expectBalance('1,994');
  });

  it('goes on from a keyword of the answer, and comes back to the answer', async () => {
    const { page } = watched;
    const table = page.getByRole('table', { name: 'Top keywords' });
    const first = table.locator('tbody a').first();
    const keyword = await first.textContent();
    await first.click();
    await expectSoon(() => page.getByRole('textbox', { name: 'Keyword' }).inputValue(), keyword ?? '');
    await page.goBack();
    await page.getByTestId('charged').waitFor();
    await table.waitFor();
    await expectBalance('1,994');
  });

  it('reloads the page and has the answer again, for nothing', async () => {
    const { page } = watched;
    await page.reload();
    await page.getByText('free to open').waitFor();
    await page.getByRole('table', { name: 'Top keywords' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Domain' }).inputValue()).toBe('trailpeak.example');
    await expectBalance('1,994');
  });

  it('finds a call by what it asked, and opens the answer that a program had', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/activity`);
    await page.getByRole('textbox', { name: 'Asked about' }).fill('trailpeak');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'API key' }).filter({ hasText: 'trailpeak.example' });
    await row.click();
    await page.getByRole('link', { name: 'Open the answer, free' }).click();
    await page.getByText('free to open').waitFor();
    await page.getByRole('table', { name: 'Top keywords' }).waitFor();
    await expectBalance('1,994');
  });

  it('keeps its frame where a page cannot be loaded, and loads it again', async () => {
    // A page of its own: the browser complains of the script that it cannot have.
    const page = await context.newPage();
    await page.goto(service.baseUrl);
    await page.route('**/assets/connect-page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await page.getByRole('navigation', { name: 'Dashboard' }).waitFor();
    await page.unroute('**/assets/connect-page-*.js');
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor();
    await page.close();
  });

  it('sees what was spent by tool, and takes the calls along as a spreadsheet', async () => {
    const { page } = watched;
    await page.goto(service.baseUrl);
    await page.getByRole('link', { name: 'Usage and spend' }).click();
    const tools = page.getByRole('table', { name: 'Where credits went' });
    await tools.getByRole('row').filter({ hasText: 'Inspect domain' }).filter({ hasText: '6' }).waitFor();
    await page.goto(`${service.baseUrl}/activity?status=answered&tool=inspect_domain`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(rows[0]?.startsWith('id,created_at')).toBe(true);
    expect(rows.slice(1).map((row) => row.includes(',inspect_domain,') && row.includes(',200,'))).toEqual([
      true,
      true,
    ]);
  });

  it('connects an agent after consent, and disconnects it', async () => {
    const { page } = watched;
    const agent = await openAgent(service.baseUrl, 'Desk agent');
    await page.goto(agent.authorizationUrl);
    await page.getByRole('button', { name: 'Allow' }).click();
    const token = await agent.finish();
    await page.getByText('You may close this page.').waitFor();
    expect(await askMcp(service.baseUrl, token)).toBe(200);
    await page.goto(`${service.baseUrl}/connect`);
    await page.getByRole('button', { name: 'Disconnect Desk agent' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('1 disconnected agent').click();
    await page.getByText('Disconnected', { exact: true }).waitFor();
    expect(await askMcp(service.baseUrl, token)).toBe(401);
    await agent.close();
  });

  it('revokes the key with effect on the next call', async () => {
    const { page } = watched;
    await page.goto(`${service.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Revoke Rank report' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('1 ended key').click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    const refused = await service.send('/v1/me/credits', { headers: { authorization: `Bearer ${key}` } });
    expect(refused.status).toBe(401);
  });

  it('signs out', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Oriel' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Oriel' }).waitFor();
  });

  it('never made the browser complain', () => {
    expect(watched.complaints).toEqual([]);
  });
});

/** The journey makes in two minutes what a person makes in an hour: a page beyond the limit would wait for the next minute. */
async function allowManyCalls(): Promise<void> {
  const { documents, tables } = service.database;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.accounts }));
  const { account_id: accountId } = Items.find((item) => item.email === email) ?? {};
  await service.operations.operator.setRates(accountId, { minute: 1_000, hour: 1_000, day: 10_000 });
}

function expectBalance(balance: string): Promise<void> {
  return expectSoon(() => watched.page.getByTestId('balance').textContent(), balance);
}

/** Two presses with nothing between them: pressed with a mouse, a stall of the machine could make them two clicks. */
async function doubleClick(button: Locator): Promise<void> {
  await button.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });
}

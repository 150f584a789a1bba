import { readFile } from 'node:fs/promises';
import { describeInBrowser, watchedPage } from './browser.ts';
import { openWindow } from './browser-path.ts';
import { run } from './run.ts';
import { signedInScene } from './signed-in-scene.ts';
import { expectSoon } from './waiting.ts';
import { earlierPositions, giveWeeklyPast } from './weekly-past.ts';

const scene = signedInScene({ email: 'keeper@northwind.example' });
let link = '';

describeInBrowser('an answer that is kept', () => {
  beforeAll(async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/explorer/inspect_domain`);
    await run(page);
  });

  it('has its question saved in one press, which another takes back', async () => {
    const { page } = scene;
    const saved = page.getByRole('navigation', { name: 'Saved questions' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved.getByText('trailpeak.example').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await saved.waitFor({ state: 'detached' });
  });

  it('has its question saved under another name, which fills the form again', async () => {
    const { page } = scene;
    const saved = page.getByRole('navigation', { name: 'Saved questions' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved.getByRole('button', { name: 'Change trailpeak.example' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Our site');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Domain' }).fill('summitgear.example');
    await saved.getByText('Our site').click();
    await expectSoon(() => page.getByRole('textbox', { name: 'Domain' }).inputValue(), 'trailpeak.example');
  });

  it('is tracked, with the price said before, and paused again', async () => {
    const { page } = scene;
    const saved = page.getByRole('navigation', { name: 'Saved questions' });
    await saved.getByRole('button', { name: 'Change Our site' }).click();
    await page.getByRole('menuitem', { name: 'Track' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('asked again on schedule, for 3 credits each time').waitFor();
    await dialog.getByText('Enough credits for every week').waitFor();
    await dialog.getByRole('spinbutton', { name: 'Credits a month at most' }).fill('7');
    await dialog.getByText('Enough credits for 2 of up to 5 runs').waitFor();
    await dialog.getByRole('button', { name: 'Track' }).click();
    await saved.getByRole('button', { name: 'Mon weekly' }).click();
    await dialog.getByText('0 of 7 credits used this month').waitFor();
    await dialog.getByText('Not asked yet').waitFor();
    await dialog.getByRole('switch', { name: 'Active' }).setChecked(false, { force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saved.getByRole('button', { name: 'paused' }).click();
    await dialog.getByText('Paused by you').waitFor();
    await dialog.getByRole('button', { name: 'Stop tracking' }).click();
    await saved.getByRole('button', { name: 'paused' }).waitFor({ state: 'hidden' });
  });

  it('is renamed and removed where it stands', async () => {
    const { page } = scene;
    const saved = page.getByRole('navigation', { name: 'Saved questions' });
    await saved.getByRole('button', { name: 'Change Our site' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Trailpeak, monthly');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await saved.getByText('Trailpeak, monthly').waitFor();
    const remove = async () => {
      await saved.getByRole('button', { name: 'Change Trailpeak, monthly' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await saved.waitFor({ state: 'detached' });
    };
    await remove();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Removed' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await saved.getByText('Trailpeak, monthly').waitFor();
    await remove();
  });

  it('is tracked weekly in two presses, and taken along as it is', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/explorer/inspect_domain`);
    await run(page);
    await page.getByRole('button', { name: 'Track', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
    await page.getByRole('button', { name: 'Tracked', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON', exact: true }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), 'utf8')).data.domain).toBe('trailpeak.example');
  });

  it('is drawn over time beside the earlier answers to the same question, free', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/explorer/inspect_domain`);
    await run(page);
    const before = await page.getByTestId('balance').textContent();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('combobox', { name: 'Draw' }).selectOption('Figures');
    const figures = page.getByRole('table', { name: 'Figures by answer' });
    await figures.getByRole('row').filter({ hasText: 'Summary · organic keywords' }).waitFor();
    await page.getByText('3 answers to this question are shown').waitFor();
    expect(await page.getByTestId('balance').textContent()).toBe(before);
  });

  it('has the answers of its weekly schedule drawn with it, each opened by the keyboard too', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/explorer/inspect_search_visibility`);
    await run(page);
    const requestId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await giveWeeklyPast(scene.service, {
      accountId: scene.accountId,
      requestId,
      weeks: 26,
      earlier: earlierPositions,
    });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('27 answers to this question are shown, since').waitFor();
    const table = page.getByRole('table', { name: 'Positions by answer' });
    await page.getByRole('combobox', { name: 'Compare with the answer of' }).selectOption({ index: 3 });
    await table.getByText('not ranked').first().waitFor();
    await table.getByRole('checkbox', { name: 'Select trail running shoes' }).check();
    await page.getByRole('button', { name: 'Draw 1' }).click();
    const drawing = page.getByRole('figure', { name: 'Positions over time' });
    await drawing.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByText('asked 7 days ago, free to open').waitFor();
    expect(new URL(page.url()).pathname).not.toContain(requestId);
  });

  it('tells of an audit what changed since the one before, and copies it with the tickets', async () => {
    const { page } = scene;
    const audit = async (pages: number) => {
      const args = JSON.stringify({ domain: 'trailpeak.example', max_pages: pages });
      await page.goto(`${scene.service.baseUrl}/explorer/audit_site?${new URLSearchParams({ args })}`);
      await run(page);
    };
    await audit(2);
    await audit(5);
    await page.getByRole('heading', { name: 'Since the last audit' }).waitFor();
    await page.getByText('It read 2 pages, this one').waitFor();
    await page.getByRole('button', { name: 'Copy as tickets' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('## Changes since the audit of');
  });

  it('is read by a visitor who has its link, without the balance of its account', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/explorer/inspect_domain`);
    await run(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    link = await page.getByTestId('share-link').inputValue();
    const visitor = await openWindow(scene.browser, {});
    const { page: seen, complaints } = await watchedPage(visitor);
    await seen.goto(link);
    await seen.getByRole('heading', { name: 'trailpeak.example' }).first().waitFor();
    await seen.getByRole('table', { name: 'Top keywords' }).getByText('running shoes').first().waitFor();
    expect(await seen.getByTestId('balance').count()).toBe(0);
    await seen.getByRole('link', { name: 'Ask this yourself' }).click();
    // The question is theirs to ask; no example stands under it.
    await seen.getByRole('button', { name: 'Sign in to run' }).waitFor();
    expect(await seen.getByRole('textbox', { name: 'Domain' }).inputValue()).toBe('trailpeak.example');
    expect(await seen.getByText('Example, free').count()).toBe(0);
    expect(complaints).toEqual([]);
    await visitor.close();
  });

  it('is read by nobody once its link is withdrawn, at the answer or in the account', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/account`);
    await page
      .getByRole('region', { name: 'Shared links' })
      .getByRole('button', { name: /Withdraw/u })
      .click();
    await page.getByRole('region', { name: 'Shared links' }).waitFor({ state: 'detached' });
    const visitor = await openWindow(scene.browser, {});
    const seen = await visitor.newPage();
    await seen.goto(link);
    await seen.getByText('This link does not work').waitFor();
    await visitor.close();
  });

  it('left nothing to complain about in the console', () => expect(scene.complaints).toEqual([]));
});

import type { Page } from 'playwright-core';
import { run } from './run.ts';
import { type View, view, visitorView } from './view.ts';

const fewPages = new URLSearchParams({
  args: JSON.stringify({ domain: 'trailpeak.example', max_pages: 4 }),
});

/** Asks the example of a tool once more; what stood there before is gone. */
async function runAnew(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await run(page);
}

/** What can be done with an answer that is kept. */
export const workspaceViews: readonly View[] = [
  view('answer-history', '/explorer/inspect_search_visibility', async (page) => {
    await run(page);
    for (let times = 2; times <= 3; times += 1) await runAnew(page, '/explorer/inspect_search_visibility');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('answers to this question are shown').waitFor();
    await page.getByRole('figure', { name: 'Positions over time' }).waitFor();
  }),
  view('audit-since-last', `/explorer/audit_site?${fewPages}`, async (page) => {
    await run(page);
    await runAnew(page, '/explorer/audit_site');
    await page.getByRole('heading', { name: 'Since the last audit' }).waitFor();
  }),
  view('save-question', '/explorer/inspect_domain', async (page) => {
    await run(page);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    if (await save.isVisible()) await save.click();
    await page.getByRole('navigation', { name: 'Saved questions' }).waitFor();
  }),
  view('tracked-question', '/explorer/inspect_serp', async (page) => {
    await run(page);
    const saved = page.getByRole('navigation', { name: 'Saved questions' });
    const track = page.getByRole('button', { name: 'Track', exact: true });
    if (await track.isVisible()) {
      await track.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
    }
    await saved.getByRole('button', { name: 'Mon weekly' }).first().click();
    await page.getByText('used this month').waitFor();
  }),
  view('export-answer', '/explorer/inspect_domain', async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Print or save as PDF' }).waitFor();
  }),
  view('share-answer', '/explorer/inspect_domain', async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByTestId('share-link').waitFor();
    await page.getByRole('list', { name: 'Live links' }).waitFor();
  }),
  visitorView('withdrawn-share', '/shared#nothing'),
];

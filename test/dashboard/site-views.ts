import type { Page } from 'playwright-core';
import { consoleExport } from './console-export.ts';
import { type View, view } from './view.ts';

/** Drops an export of an own site in; one that is known already is told so. */
async function bringExport(page: Page): Promise<void> {
  await openUploadForm(page);
  await page.getByTestId('files').setInputFiles(consoleExport());
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

/** The form stands open where there is no site yet. */
async function openUploadForm(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add or connect' });
  if (await add.isVisible()) await add.click();
}

async function waitForSite(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What to do next' }).waitFor();
}

/** The pages about a person's own sites, from the first file to its undoing. */
export const siteViews: readonly View[] = [
  view('sites-empty', '/sites', async (page) => {
    await openUploadForm(page);
    await page.getByText('Drop your export here').waitFor();
  }),
  view('sites-report', '/sites', async (page) => {
    await bringExport(page);
    await page.getByRole('heading', { name: 'Your files are imported' }).waitFor();
    await waitForSite(page);
  }),
  view('sites', '/sites', waitForSite),
  view('sites-opportunity', '/sites', async (page) => {
    await waitForSite(page);
    await page.locator('summary').first().click();
  }),
  view('sites-add', '/sites', async (page) => {
    await page.getByRole('button', { name: 'Add or connect' }).click();
    await page.getByRole('button', { name: 'Site and market' }).click();
    await page.getByRole('textbox', { name: 'Site' }).waitFor();
  }),
  view('sites-undo', '/sites', async (page) => {
    await page.getByRole('button', { name: 'Undo ' }).first().click();
    await page.getByRole('dialog').waitFor();
  }),
  view('sites-undone', '/sites', async (page) => {
    await bringExport(page);
    const report = page.getByRole('table', { name: 'Files' });
    await report.waitFor();
    await page.getByRole('button', { name: 'Undo ' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await report.getByText('Undone').first().waitFor();
  }),
];

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

const site = '/sites/northwind.example';

/** The page of the site with its chart and a table below it. */
async function waitForTable(page: Page, name: string): Promise<void> {
  await page.getByRole('figure', { name: 'Clicks by day' }).waitFor();
  await page.getByRole('table', { name }).getByRole('row').nth(1).waitFor();
}

/** The pages about a person's own sites, from the first file to its undoing. */
export const siteViews: readonly View[] = [
  view('sites-empty', '/sites', async (page) => {
    await openUploadForm(page);
    await page.getByText('Drop your export here').waitFor();
  }),
  view('sites-report', '/sites', async (page) => {
    await bringExport(page);
    await page.getByRole('heading', { name: 'Import report' }).waitFor();
  }),
  view('sites', '/sites', async (page) => {
    await page.getByRole('table', { name: 'Sites' }).waitFor();
  }),
  view('overview-site', '/', async (page) => {
    await page.getByRole('link', { name: 'Queries of northwind.example' }).waitFor();
    // The price comes after the site.
    await page
      .getByTitle('Audit northwind.example, ')
      .filter({ hasText: 'credits' })
      .waitFor({ state: 'attached' });
  }),
  view('site', site, (page) => waitForTable(page, 'Opportunities')),
  view('site-queries', `${site}?tab=queries&show=clicks,impressions`, async (page) => {
    await page.getByRole('figure', { name: 'Clicks, Impressions by day' }).waitFor();
    await page.getByRole('table', { name: 'Queries' }).getByText('northwind shop').waitFor();
  }),
  view('site-query', `${site}?tab=queries`, async (page) => {
    await waitForTable(page, 'Queries');
    await page.getByRole('button', { name: 'running shoes', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Track', exact: true }).waitFor();
  }),
  view('site-names', site, async (page) => {
    await page.getByRole('button', { name: 'Edit names' }).click();
    await page.getByRole('dialog').getByText('Branded clicks').waitFor();
  }),
  view('sites-add', '/sites', async (page) => {
    await page.getByRole('button', { name: 'Add or connect' }).click();
    await page.getByText('Site and market').click();
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

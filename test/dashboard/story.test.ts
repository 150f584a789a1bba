import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { consoleExport } from './console-export.ts';
import { signedInScene } from './signed-in-scene.ts';

const site = 'trailpeak.example';

const scene = signedInScene({
  email: 'stranger@northwind.example',
  viewport: { width: 1440, height: 900 },
});

describeInBrowser('a stranger with a site', () => {
  beforeAll(() => scene.page.goto(scene.service.baseUrl));

  it('brings it from the first screen, with the export of the period before', async () => {
    const { page } = scene;
    await page.getByRole('link', { name: 'Bring your own site' }).click();
    await upload(page, 4);
    await page.getByRole('button', { name: 'Close the report' }).click();
    await page.getByRole('button', { name: 'Add or connect' }).click();
    await upload(page, 7);
    await page.getByRole('button', { name: `Open ${site}` }).click();
    await page.getByRole('figure', { name: 'Clicks by day' }).waitFor();
  });

  it('sees clicks by query beside the period before, sorted as the address says', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: 'Clicks' }).getByText('vs').waitFor();
    await page.getByRole('tab', { name: 'Queries' }).click();
    const table = page.getByRole('table', { name: 'Queries' });
    await table.getByRole('columnheader', { name: 'Clicks +/−' }).waitFor();
    await table.getByRole('button', { name: 'Position', exact: true }).click();
    await page.waitForURL(/sort\.queries=-Position/u);
    await page.reload();
    await table.getByRole('columnheader', { name: 'Position', exact: true }).waitFor();
    expect(
      await table.getByRole('columnheader', { name: 'Position', exact: true }).getAttribute('aria-sort'),
    ).toBe('descending');
  });

  it('draws of hundreds of rows those in sight, and finds one by its name', async () => {
    const { page } = scene;
    const table = page.getByRole('table', { name: 'Queries' });
    expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(300);
    expect(await table.getByRole('row').count()).toBeLessThan(80);
    await page.getByRole('textbox', { name: 'Filter Queries' }).fill('head torch review');
    await table.getByRole('button', { name: 'head torch review', exact: true }).waitFor();
  });

  it('opens the query beside the list and tracks it', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: 'head torch review', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('before').first().waitFor();
    await panel.getByRole('button', { name: 'Track', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Track 1 keyword' })
      .getByRole('button', { name: 'Track' })
      .click();
    await page.getByText(`Tracking 1 keyword of ${site}`).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'Tracked' }).click();
    await page.getByRole('table', { name: 'Tracked' }).getByText('head torch review').waitFor();
  });

  it('audits the site in one press from its page, and reads first what to fix first', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: /^Audit site, \d+ credits/u }).click();
    await page.getByTestId('charged').waitFor();
    const first = await page.getByText('Fix first:').boundingBox();
    expect(first?.y).toBeLessThan(420);
  });

  it('prints the report whole, without what one presses', async () => {
    const { page } = scene;
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Run' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false);
    expect(await page.getByText('Fix first:').isVisible()).toBe(true);
    expect(await page.getByText('How to fix').first().isVisible()).toBe(true);
    expect(await page.getByText('Next steps').isVisible()).toBe(false);
    const title = await page.getByRole('heading', { level: 2, name: site }).boundingBox();
    expect(title?.height).toBeGreaterThan(10);
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints the page of its site as a report too', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/sites/${site}?tab=queries&open=query:head+torch+review`);
    await page.getByRole('dialog').getByText('before').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('figure', { name: 'Clicks by day' }).isVisible()).toBe(true);
    expect(await page.getByRole('tablist').isVisible()).toBe(false);
    expect(await page.getByRole('textbox', { name: 'Filter Queries' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });

  it('has on paper, which is white, every row, column and day of it, and heads that Chromium repeats', async () => {
    const { page } = scene;
    await page.setViewportSize({ width: 688, height: 970 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const table = page.getByRole('table', { name: 'Queries' });
    const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: Number.NaN };
    for (const part of [table, page.getByRole('figure', { name: 'Clicks by day' }).locator('svg').first()]) {
      const { x, width } = await box(part);
      expect(x + width).toBeLessThanOrEqual(688);
    }
    expect(await table.getByRole('row').count()).toBeGreaterThan(300);
    expect(await table.locator('thead :is(button, input)').count()).toBe(0);
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shares its site by a link that a visitor reads as a report, on paper too', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this site' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByTestId('share-link').inputValue();
    await dialog.getByRole('list', { name: 'Live links' }).getByRole('link', { name: site }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const visitor = await scene.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const report = await visitor.newPage();
    await report.goto(link);
    await report.getByRole('heading', { level: 1, name: site }).waitFor();
    await report.getByRole('figure', { name: 'Clicks by day' }).waitFor();
    for (const name of ['Opportunities', 'Queries', 'Pages'])
      await report.getByRole('table', { name }).waitFor();
    expect(await report.getByRole('table').getByRole('button', { name: 'head torch' }).count()).toBe(0);
    const rows = await report.getByRole('table', { name: 'Queries' }).getAttribute('aria-rowcount');
    await report.emulateMedia({ media: 'print' });
    expect(await report.getByRole('button', { name: 'Print or save as PDF' }).isVisible()).toBe(false);
    expect(Number(rows)).toBeGreaterThan(300);
    await visitor.close();
  });

  it('asks from anywhere in one box, for the price that stands in it', async () => {
    const { page } = scene;
    await page.keyboard.press('ControlOrMeta+K');
    const box = page.getByRole('textbox', { name: 'Search or ask' });
    await box.fill(`https://${site}/running-shoes`);
    await page.getByRole('button', { name: `${site}: /running-shoes` }).waitFor();
    await page.getByRole('button', { name: 'Search the docs' }).waitFor();
    await box.fill('summitgear.example');
    await page.getByRole('button', { name: 'Domain: summitgear.example 3 credits' }).click();
    await page.getByTestId('charged').getByText('3 credits').waitFor();
  });

  it('finds its site first on the home page', async () => {
    const { page } = scene;
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const sites = page.getByRole('region', { name: 'Your sites' });
    await sites.getByRole('link').filter({ hasText: site }).getByText('clicks a month to win').waitFor();
  });

  it('never made the browser complain', () => expect(scene.complaints).toEqual([]));
});

async function upload(page: Page, month: number): Promise<void> {
  await page.getByTestId('files').setInputFiles(consoleExport({ site, month }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: 'Import report' }).waitFor();
}

import type { Page, Request } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { consoleExport } from './console-export.ts';
import { jobs } from './jobs.ts';
import { run } from './run.ts';
import { signedInScene } from './signed-in-scene.ts';
import { loaded } from './waiting.ts';

/** The first thing of an answer that is a row: of a table, of a listing, of the problems of an audit. */
const rowOf: Readonly<Record<string, string>> = {
  inspect_domain: 'tbody tr',
  research_keywords: 'tbody tr',
  discover_competitors: 'tbody tr',
  compare_keyword_coverage: 'tbody tr',
  inspect_search_visibility: 'tbody tr',
  inspect_page: 'tbody tr',
  inspect_backlinks: 'tbody tr',
  compare_backlink_gap: 'tbody tr',
  audit_site: 'details summary',
  inspect_serp: 'ol > li',
  inspect_keyword: 'h3',
  export_dataset: 'tbody tr',
};
const lowest = 420;
/** Files and calls of a page that is opened anew, at most. */
const mostRequests = 25;
const pages = [
  ...['/', '/sites', '/trackers', '/events', '/keys', '/connect', '/activity', '/billing', '/people'],
  ...['/account', '/explorer/inspect_domain', '/explorer/audit_site'],
];

const scene = signedInScene({
  email: 'measured@northwind.example',
  credits: 1_000,
  features: ['backlinks'],
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
});

const open = async (path: string): Promise<Page> => {
  await scene.page.goto(`${scene.service.baseUrl}${path}`);
  await loaded(scene.page);
  return scene.page;
};

describeInBrowser('an answer at 1440 × 900', () => {
  it.each(Object.entries(rowOf))('of %s has its first row within 420 pixels', async (tool, selector) => {
    const page = await open(`/explorer/${tool}`);
    await run(page);
    await page.evaluate('scrollTo(0, 0)');
    const row = page.locator('#content').locator(selector).first();
    await row.waitFor();
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(lowest);
  });
});

describeInBrowser('a page that is opened anew', () => {
  it.each(pages)(`%s is there with at most ${mostRequests} requests, none of them twice`, async (path) => {
    const { page } = scene;
    // What the page before still asks is its own.
    await page.goto('about:blank');
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url().slice(scene.service.baseUrl.length));
    page.on('request', note);
    await open(path);
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    expect(asked.length > mostRequests ? asked : []).toEqual([]);
    expect(asked.filter((address, place) => asked.indexOf(address) < place)).toEqual([]);
    // What `early.js` asked ahead is what the page wanted to know.
    expect(await page.evaluate('Object.keys(orielAsked)')).toEqual([]);
  });
});

describeInBrowser('a person who comes to', () => {
  let presses = 0;

  beforeAll(async () => {
    const page = await open('/sites');
    for (const month of [4, 7]) {
      const add = page.getByRole('button', { name: 'Add or connect' });
      if (await add.isVisible()) await add.click();
      await page.getByTestId('files').setInputFiles(consoleExport({ site: 'trailpeak.example', month }));
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Import report' }).waitFor();
      await page.getByRole('button', { name: 'Close the report' }).click();
    }
    await page.exposeBinding('notePress', () => {
      presses += 1;
    });
    await page.addInitScript("addEventListener('pointerdown', () => notePress(), true)");
  });

  it.each(jobs)('$name has to press at most $most times', async ({ most, from = '/', before, act }) => {
    const page = await open(from);
    await before?.(page);
    presses = 0;
    await act(page);
    expect(presses).toBeGreaterThan(0);
    expect(presses).toBeLessThanOrEqual(most);
  });
});

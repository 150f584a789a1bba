import type { Locator, Page, Request } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { consoleExport } from './console-export.ts';
import { dialogs, walk } from './focus-walk.ts';
import { jobs } from './jobs.ts';
import { run } from './run.ts';
import { signedInScene } from './signed-in-scene.ts';
import { expectSoon, loaded } from './waiting.ts';

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
/** Presses that lead from a page to an address of the app's own. */
interface Way {
  readonly name: string;
  readonly from: string;
  readonly steps: readonly ((page: Page) => Promise<void>)[];
}

/** Files and calls of a page that is opened anew, at most. */
const mostRequests = 25;
const site = '/sites/trailpeak.example';
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

async function bringSite(): Promise<void> {
  const page = await open('/sites');
  for (const month of [4, 7]) {
    const add = page.getByRole('button', { name: 'Add or connect' });
    if (await add.isVisible()) await add.click();
    await page.getByTestId('files').setInputFiles(consoleExport({ site: 'trailpeak.example', month }));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Import report' }).waitFor();
    await page.getByRole('button', { name: 'Close the report' }).click();
  }
}

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

/** What may move of a window without a press, as layout shift is counted; 0.1 passes for good. */
const mostShift = 0.02;
const shifts = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
}).observe({ type: 'layout-shift', buffered: true })`;

describeInBrowser('a page that is opened anew', () => {
  beforeAll(async () => {
    await bringSite();
    await scene.page.addInitScript(shifts);
  });

  it.each([...pages, site])(
    `%s is there with at most ${mostRequests} requests, none of them twice, and stands still`,
    async (path) => {
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
      expect(await page.evaluate('shifted')).toBeLessThan(mostShift);
    },
  );

  it.each(['/', '/sites', site, '/activity', '/explorer/inspect_domain'])(
    '%s uses the width of a large screen',
    async (path) => {
      await scene.page.setViewportSize({ width: 1920, height: 1080 });
      const page = await open(path);
      const content = await page.locator('#content [data-wide]').boundingBox();
      expect(content?.width).toBeGreaterThan(1_600);
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );
});

describeInBrowser('a person who comes to', () => {
  let presses = 0;

  beforeAll(async () => {
    const { page } = scene;
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

describeInBrowser('an address that was come to by presses', () => {
  const choose = (name: string, value: string) => async (page: Page) => {
    await page.getByRole('combobox', { name, exact: true }).first().selectOption(value);
  };
  const press = (find: (page: Page) => Locator) => (page: Page) => find(page).click();
  const opening = (find: (page: Page) => Locator, shown: string) => async (page: Page) => {
    await find(page).click();
    await page.getByRole('dialog').getByText(shown).first().waitFor();
  };
  const tab = (name: string) => press((page) => page.getByRole('tab', { name, exact: true }));
  const fill = (name: string, text: string) => async (page: Page) => {
    await page.getByRole('textbox', { name }).fill(text);
    await page.keyboard.press('Enter');
  };
  const sort = (table: string, name: string) =>
    press((page) => page.getByRole('table', { name: table }).getByRole('button', { name, exact: true }));

  const ways: readonly Way[] = [
    {
      name: 'queries, filtered and sorted',
      from: site,
      steps: [tab('Queries'), sort('Queries', 'Position'), fill('Filter Queries', 'shop')],
    },
    {
      name: 'pages, without a comparison',
      from: site,
      steps: [
        tab('Pages'),
        choose('Compare with', 'none'),
        // Until the figures come, those with a comparison stand.
        (page) => page.locator('[aria-pressed]', { hasText: ' vs ' }).first().waitFor({ state: 'detached' }),
      ],
    },
    {
      name: 'lines and a kind of opportunity',
      from: site,
      steps: [
        press((page) =>
          page.getByRole('button', { name: /^Impressions/u }).and(page.locator('[aria-pressed]')),
        ),
        press((page) => page.getByRole('radiogroup').getByText(/\d/u).nth(1)),
      ],
    },
    {
      name: 'an open query',
      from: site,
      steps: [
        tab('Queries'),
        opening(
          (page) => page.getByRole('button', { name: 'trailpeak shop', exact: true }),
          'trailpeak shop',
        ),
      ],
    },
    { name: 'imports', from: site, steps: [tab('Imports')] },
    {
      name: 'calls of a tool, searched',
      from: '/activity',
      steps: [choose('Tool', 'inspect_keyword'), choose('Status', 'answered'), fill('Asked about', 'torch')],
    },
    {
      name: 'an open call',
      from: '/activity',
      steps: [opening((page) => page.getByRole('row').nth(1), 'Request id')],
    },
    {
      name: 'spending by agent',
      from: '/billing',
      steps: [press((page) => page.getByText('Agent', { exact: true }))],
    },
    {
      name: 'an answer, sorted and filtered',
      from: '/explorer/inspect_domain',
      steps: [run, sort('Top keywords', 'Keyword'), fill('Filter Top keywords', 'hiking')],
    },
    {
      name: 'an answer, narrowed to a range',
      from: '/explorer/inspect_domain',
      steps: [
        run,
        press((page) => page.getByRole('button', { name: 'Filters of Top keywords' })),
        (page) => page.getByLabel('Position at most', { exact: true }).fill('2'),
        (page) => page.keyboard.press('Escape'),
      ],
    },
    { name: 'the JSON of an answer', from: '/explorer/inspect_domain', steps: [run, tab('JSON')] },
  ];

  it.each(ways)('shows after a reload the same: $name', async ({ from, steps }) => {
    const page = await open(from);
    const start = page.url();
    for (const step of steps) {
      await step(page);
      await loaded(page);
    }
    await expectSoon(async () => page.url() !== start, true);
    await page.waitForLoadState('networkidle');
    const seen = await viewOf(page);
    const address = page.url();
    await page.reload();
    await loaded(page);
    await expectSoon(() => viewOf(page), seen);
    expect(page.url()).toBe(address);
  });
});

describeInBrowser('without a mouse', () => {
  it.each([...pages, site, `${site}?tab=queries`])(
    'everything on %s takes the focus by Tab, and shows it',
    async (path) => {
      expect(await walk(await open(path))).toEqual({ missed: [], unseen: [], mouseOnly: [] });
    },
  );

  it('an answer is walked through', async () => {
    const page = await open('/explorer/inspect_domain');
    await run(page);
    await loaded(page);
    expect(await walk(page)).toEqual({ missed: [], unseen: [], mouseOnly: [] });
  });

  it.each(dialogs)('$name closes with Escape and gives the focus back', async ({ path, opener, before }) => {
    const page = await open(path);
    await before?.(page);
    await opener(page).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectSoon(() => dialog.locator(':focus').count(), 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => opener(page).and(page.locator(':focus')).count(), 1);
  });
});

/** What is chosen, sorted, written and open on a page, and how many rows that leaves. */
function viewOf(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const content = document.getElementById('content');
    const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    return {
      headings: all('h1, [role=dialog] h2').map((element) => element.textContent),
      chosen: all('[aria-selected=true], [aria-pressed=true]').map((element) => element.textContent),
      checked: all('input:checked').map((element) => element.value),
      written: all('input:not([type=radio], [type=checkbox]), select').map((element) => element.value),
      sorted: all('[aria-sort]').map((element) => element.textContent + ' ' + element.getAttribute('aria-sort')),
      tables: all('table').map((element) => [element.getAttribute('aria-label'), element.getAttribute('aria-rowcount') ?? element.rows.length]),
      content: content !== null,
    };
  })()`);
}

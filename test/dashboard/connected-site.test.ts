import type { Browser, Page } from 'playwright-core';
import { duringTests } from '#test/support/during-tests.ts';
import type { FakeRow } from '#test/support/search-console/fake-analytics.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { startService } from '#test/support/service/running-service.ts';
import { describeInBrowser, watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { signIn } from './sign-in.ts';
import { expectSoon } from './waiting.ts';

const today = new Date().toISOString().slice(0, 10);
const lastFinal = shiftDate(today, -3);
const property = 'sc-domain:shop.example';
const email = 'ada@shop.example';
const lost = 'https://shop.example/blog/page-2';

/** The service beside a fake Google, which has two months of one site. */
const scene = duringTests(async () => {
  const fake = await startFakeGoogle();
  fake.state.finalUntil = lastFinal;
  const site = generatedSite({ site: 'shop.example', from: shiftDate(today, -62), to: today, queries: 9 });
  for (const path of ['blog/page-0', 'page-1', 'page-3'])
    site.index.set(`https://shop.example/${path}`, { verdict: 'PASS', coverageState: 'Indexed' });
  site.index.set(lost, { verdict: 'NEUTRAL', coverageState: 'Crawled - currently not indexed' });
  fake.state.people.set('default', new Map([[property, site]]));
  const service = await startService(fake.environment);
  const { account_id: accountId, api_key: key } = await service.operations.operator.createAccount({
    email,
    credits: 10,
    features: [],
    rateLimits: undefined,
    maxConcurrentCalls: undefined,
  });
  return {
    fake,
    site,
    service,
    accountId,
    caller: service.callerWith(accountId, key),
    async stop() {
      await service.stop();
      await fake.stop();
    },
  };
});

/** Clicks that the fake Google has, of all rows or of some. */
function clicksOf(days: number, isCounted: (row: FakeRow) => boolean = () => true) {
  const from = shiftDate(lastFinal, 1 - days);
  const counted = [...(scene.site.days.get('web') ?? [])].filter(([day]) => day >= from && day <= lastFinal);
  return counted
    .flatMap(([, rows]) => rows)
    .filter(isCounted)
    .reduce((sum, { clicks }) => sum + clicks, 0);
}

const shown = (count: number) => count.toLocaleString('en-US');
const tileOf = (page: Page) => page.getByRole('button', { name: /^Clicks/u }).first();

async function connect(page: Page): Promise<void> {
  await page.goto(`${scene.service.baseUrl}/sites`);
  await page.getByRole('button', { name: 'Connect Search Console' }).click();
  await page.getByRole('checkbox', { name: property }).click();
  await page.getByRole('button', { name: 'Sync this property' }).click();
  await page.getByRole('link', { name: 'See shop.example' }).click();
  await page.getByRole('heading', { name: 'shop.example' }).waitFor();
}

async function disconnect(page: Page, keeps: boolean): Promise<void> {
  await page.goto(`${scene.service.baseUrl}/sites`);
  await page.getByRole('button', { name: 'Add or connect' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: 'Keep the history that was synced' });
  if (!keeps) await box.uncheck();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect Search Console' }).waitFor();
}

describeInBrowser('a person and their site in Search Console', () => {
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    browser = await openBrowser();
    const permissions = ['clipboard-read', 'clipboard-write'];
    ({ page, complaints } = await watchedPage(await openWindow(browser, { permissions })));
    await signIn(page, scene.service.baseUrl, email);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('connect it in three clicks and see its figures before its rows are in', async () => {
    await connect(page);
    await expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(clicksOf(28))), true);
    await page.getByRole('figure', { name: 'Clicks by day' }).waitFor();
  });

  it('slice it by period, query and page, to the click that Google counted', async () => {
    const { service, caller, accountId } = scene;
    // The timer of the machine may have it already.
    await service.operations.syncSite(accountId, 'shop.example');
    const isSynced = async () => {
      const { body } = await caller.get('/v1/me/search-console');
      return body.properties[0].synced_at !== null;
    };
    await expectSoon(isSynced, true);
    await page.reload();
    await page.getByRole('tab', { name: 'Queries' }).click();
    const rows = page.getByRole('table', { name: 'Queries' }).getByRole('row');
    const red = rows.filter({ hasText: 'red widgets 1' });
    const of = ({ query }: { readonly query: string }) => query === 'red widgets 1';
    await expectSoon(async () => (await red.textContent())?.includes(shown(clicksOf(28, of))), true);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('7');
    await expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(clicksOf(7))), true);
    await expectSoon(async () => (await red.textContent())?.includes(shown(clicksOf(7, of))), true);
    await page.getByRole('tab', { name: 'Pages' }).click();
    await page.getByRole('table', { name: 'Pages' }).getByText('/blog/page-2').waitFor();
    await page.getByRole('tab', { name: 'Search appearance' }).click();
    const seen = page.getByRole('table', { name: 'Search appearance' }).getByRole('row');
    const isVideo = ({ appearances }: FakeRow) => appearances?.includes('VIDEO') === true;
    const video = seen.filter({ hasText: 'Video' });
    await expectSoon(async () => (await video.textContent())?.includes(shown(clicksOf(7, isVideo))), true);
    await page.getByText('has not been read').waitFor({ state: 'detached' });
  });

  it('look at days of their own choice, day by day and after a reload too', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('custom');
    await page.getByLabel('From', { exact: true }).first().fill(shiftDate(lastFinal, -9));
    await expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(clicksOf(10))), true);
    await page.getByRole('tab', { name: 'Dates' }).click();
    const rows = page.getByRole('table', { name: 'Dates' }).getByRole('row');
    // A day of which Google tells nothing has no row.
    const known = Array.from({ length: 10 }, (_, back) => shiftDate(lastFinal, -back)).filter(
      (day) => (scene.site.days.get('web')?.get(day) ?? []).length > 0,
    );
    await expectSoon(() => rows.count(), known.length + 1);
    await page.reload();
    await expectSoon(() => rows.count(), known.length + 1);
    await expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(clicksOf(10))), true);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('28');
  });

  it('narrow every figure to a part of it, and a press of the chart to one day', async () => {
    const of = ({ query }: { readonly query: string }) => query.includes('widgets 1');
    const isShown = (count: number) =>
      expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(count)), true);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Value').fill('widgets 1');
    await page.getByRole('button', { name: 'Add filter' }).last().click();
    await isShown(clicksOf(28, of));
    await page.reload();
    await isShown(clicksOf(28, of));
    // Google counts countries and queries together for nobody.
    await page.getByRole('tab', { name: 'Pages' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Countries' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove: Query contains widgets 1' }).click();
    await isShown(clicksOf(28));
    await page.getByRole('figure', { name: 'Clicks by day' }).getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove: One day' }).click();
    await isShown(clicksOf(28));
  });

  it('look at what Google says of its pages', async () => {
    await page.getByRole('tab', { name: 'Index status' }).click();
    const row = page
      .getByRole('table', { name: 'Index status' })
      .getByRole('row')
      .filter({ hasText: '/blog/page-2' });
    await row.getByText('Not indexed', { exact: true }).waitFor();
    await row.getByText('Crawled - currently not indexed').waitFor();
    await page.getByRole('tab', { name: 'Opportunities' }).click();
    await page.getByRole('radiogroup').getByText('Not indexed 1').waitFor();
  });

  it('see why its clicks changed, in parts that add up, and record a change that the chart marks', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('28');
    await page.getByRole('tab', { name: 'Why' }).click();
    const why = page.getByRole('region', { name: 'Why clicks changed' });
    await why.getByText(`: ${shown(clicksOf(28))} clicks`).waitFor();
    await why.getByText('Demand', { exact: true }).click();
    await why
      .getByText(/red widgets/u)
      .first()
      .waitFor();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByLabel('Day').fill(shiftDate(lastFinal, -5));
    await changes.getByLabel('What was changed').fill('New titles');
    await changes.getByLabel('Pages, separated by commas').fill('/blog/*');
    await changes.getByRole('button', { name: 'Record change' }).click();
    await changes.getByRole('table', { name: 'Changes' }).getByText('New titles').waitFor();
    await expectSoon(
      () => page.getByRole('figure', { name: 'Clicks by day' }).getByText('New titles').count(),
      1,
    );
    const days = page.getByRole('figure', { name: 'Clicks by day' }).getByRole('slider');
    const told = async () => (await days.getAttribute('aria-valuetext')) ?? '';
    await days.focus();
    for (let back = 0; back < 28 && !(await told()).includes('New titles'); back += 1)
      await page.keyboard.press('ArrowLeft');
    expect(await told()).toContain('Changed: New titles');
  });

  it('disconnect it and keep its history', async () => {
    await disconnect(page, true);
    expect(scene.fake.state.grants.every(({ isEnded }) => isEnded)).toBe(true);
    await page.getByRole('table', { name: 'Sites' }).getByRole('link', { name: 'shop.example' }).click();
    await expectSoon(async () => (await tileOf(page).textContent())?.includes(shown(clicksOf(28))), true);
  });

  it('connect it again, and disconnect it with everything that was synced', async () => {
    await page.goto(`${scene.service.baseUrl}/sites`);
    await page.getByRole('button', { name: 'Add or connect' }).click();
    await page.getByRole('button', { name: 'Connect Search Console' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    await disconnect(page, false);
    await page.goto(`${scene.service.baseUrl}/sites`);
    await page.getByRole('button', { name: 'Connect Search Console' }).waitFor();
    expect(await page.getByRole('table', { name: 'Sites' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

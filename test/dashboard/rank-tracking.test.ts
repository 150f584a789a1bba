import { describeInBrowser } from './browser.ts';
import { run } from './run.ts';
import { signedInScene } from './signed-in-scene.ts';
import { expectSoon } from './waiting.ts';

const email = 'ranks@northwind.example';
const site = 'trailpeak.example';

const scene = signedInScene({ email, viewport: { width: 1440, height: 900 } });
let keywords: readonly string[] = [];

describeInBrowser('the ranks of a site', () => {
  beforeAll(async () => {
    const { page, service } = scene;
    const caller = await service.openAccount(10);
    const ideas = await caller.post('/v1/tools/research_keywords', { seed: 'running shoes', limit: 40 });
    const found = ideas.body.data.keywords.map(({ keyword }: { readonly keyword: string }) => keyword);
    // The sample market lists fewer for one subject; of the others nothing is known.
    const others = Array.from({ length: 40 }, (_, at) => `unheard of keyword ${at}`);
    keywords = [...found, ...others].slice(0, 40);
    const args = new URLSearchParams({ args: JSON.stringify({ domain: site, keywords, mode: 'index' }) });
    await page.goto(`${service.baseUrl}/explorer/inspect_search_visibility?${args}`);
    await run(page);
    await page.getByRole('table', { name: 'Positions' }).waitFor();
  });

  it('are tracked for forty keywords of a table in three clicks, with the price said before', async () => {
    const { page } = scene;
    await page.getByRole('checkbox', { name: 'Select all of Positions' }).click();
    await page.getByRole('button', { name: 'Track 40' }).click();
    const dialog = page.getByRole('dialog', { name: 'Track 40 keywords' });
    await dialog.getByText('3 credits each day, at most 93 credits a month').waitFor();
    await dialog.getByRole('button', { name: 'Track', exact: true }).click();
    await page.getByText(`Tracking 40 keywords of ${site}`).waitFor();
  });

  it('are checked, and seen with their figures, places and the history of one keyword', async () => {
    const { page } = scene;
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByText('Nothing was checked in this period').waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    const table = page.getByRole('table', { name: 'Keywords' });
    await expectAfterSchedules(() => table.isVisible());
    await page.getByText('Share of voice').first().waitFor();
    await table.getByRole('button', { name: 'running shoes', exact: true }).click();
    await page.getByRole('dialog').getByRole('figure', { name: 'Position for running shoes' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Keywords and rivals' });
    await dialog.getByLabel('Keywords').fill('running shoes #shoes\ntrail running shoes #shoes #trail');
    await dialog.getByLabel('Rivals').fill('summitgear.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('trail');
    await page.goto(`${scene.service.baseUrl}/trackers`);
    await page.getByRole('table', { name: 'Trackers' }).getByText(site).first().waitFor();
  });

  it('come as a mail, without another click', async () => {
    const headers = { accept: 'application/json' };
    await expectAfterSchedules(async () => {
      const { body } = await scene.service.send('/dev/mailbox', { headers });
      const mails: readonly { readonly to: string; readonly subject: string }[] = body;
      return mails.some(({ to, subject }) => to === email && subject.includes('has a new answer'));
    });
  });

  it('are told by rules that are set, and set back, beside the events', async () => {
    const { page } = scene;
    await page.goto(`${scene.service.baseUrl}/events`);
    const places = page.getByRole('spinbutton', { name: 'Places of Rank changed' });
    await places.fill('9');
    await places.blur();
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' });
    await page.reload();
    expect(await places.inputValue()).toBe('5');
  });
});

/** What the timer of the machine would do within a minute is done without waiting for it. */
async function expectAfterSchedules(isSo: () => Promise<boolean>): Promise<void> {
  await expectSoon(async () => {
    await scene.service.machine.runSchedules?.();
    return isSo();
  }, true);
}

import type { Page, Route } from 'playwright-core';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { openAgent } from './agent.ts';
import { billingViews } from './billing-views.ts';
import { keyViews } from './key-views.ts';
import { peopleViews } from './people-views.ts';
import { publicViews } from './public-views.ts';
import { run } from './run.ts';
import { siteViews } from './site-views.ts';
import { type Stage, type View, view, visitorView } from './view.ts';
import { loaded } from './waiting.ts';
import { workspaceViews } from './workspace-views.ts';

/** Where an agent sends a person that it wants access from. */
async function agentAddress({ baseUrl }: Stage): Promise<string> {
  const agent = await openAgent(baseUrl, 'Claude');
  await agent.close();
  return agent.authorizationUrl;
}

const answers: readonly View[] = toolCatalog.map(({ name }) => ({
  name,
  path: `/explorer/${name}`,
  prepare: run,
}));

/** An address that fails, for as long as the page is open. */
const failing = (pattern: string, status: number) => async (page: Page) => {
  const problem = {
    title: 'Something failed on our side',
    detail: 'Nothing was charged. Try again in a moment.',
    code: 'internal_error',
    request_id: 'req_01kbhs5r2s0000000000000001',
  };
  await page.route(pattern, (route) => route.fulfill({ status, json: problem }));
  await page.reload();
  await page.getByRole('alert').first().waitFor();
  await page.unroute(pattern);
};

/** A real answer as it would be for long names and large numbers, seen for the second time. */
async function answerWithChanges(route: Route): Promise<void> {
  const response = await route.fetch();
  const envelope = await response.json();
  const [first, second] = envelope.data.positions;
  Object.assign(first, { monthly_volume: 1_234_567_890, url: 'https://xn--mnchen-3ya.example/laufschuhe' });
  Object.assign(second, { keyword: 'donaudampfschifffahrtsgesellschaftskapitaen '.repeat(3).trim() });
  const change = (keyword: string, previous: number | null, current: number) => ({
    type: 'ranks_for',
    subject: { id: keyword, kind: 'keyword' },
    field: 'position',
    previous,
    current,
    previous_observed_at: '2026-11-01T08:00:00Z',
  });
  envelope.deltas = [change(first.keyword, 4, first.position), change(second.keyword, 1, second.position)];
  await route.fulfill({ response, json: envelope });
}

/** As many competitors as a comparison takes. */
const tenRivals = {
  domain: 'trailpeak.example',
  competitors: [
    ...['summitgear', 'northfell', 'ridgeline-outfitters', 'pinecrest-sports', 'everyday-hiker'],
    ...['the-trail-journal', 'gearbench', 'mileposts', 'coffee-bench', 'morning-kettle'],
  ].map((name) => `${name}.example`),
};

/** Every page in the states that look different: those that people come to and set things up on. */
export const pageViews: readonly View[] = [
  visitorView('sign-in', '/'),
  visitorView('code', '/', async (page) => {
    await page.getByLabel('Email address').fill('looker@northwind.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
  }),
  visitorView('wrong-code', '/', async (page) => {
    // The attempt of another view is still open in this tab.
    const other = page.getByRole('button', { name: 'Use another address' });
    const address = page.getByLabel('Email address');
    await other.or(address).first().waitFor();
    if (await other.isVisible()) await other.click();
    await address.fill('guesser@northwind.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    await page.keyboard.type('000000');
    await page.getByText('The code is wrong').waitFor();
  }),
  visitorView('agent-sign-in', agentAddress),
  visitorView('visitor-explorer', '/explorer/compare_keyword_coverage', (page) =>
    page.getByText('Example, free').waitFor(),
  ),
  view('overview', '/'),
  view('account-menu', '/', async (page) => {
    // On a phone the account is behind the menu's own button.
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('button', { name: 'northwind.example' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  }),
  view('palette', '/', async (page) => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByPlaceholder('Domain, address, keyword or page').fill('running shoes');
    await page.getByText('2 credits').first().waitFor();
  }),
  view('overview-failed', '/', failing('**/v1/me/usage/summary*', 500)),
  ...siteViews,
  ...keyViews,
  view('connect', '/connect'),
  ...peopleViews,
  view('ended-checkout', '/checkout/embedded/cs_unknown'),
  view('consent', agentAddress),
  view('agent-error', '/authorize?client_id=nobody'),
  view('mailbox', '/dev/mailbox'),
  view('not-found', '/nowhere'),
  ...publicViews,
];

/** What tools are asked and what they answer. */
export const answerViews: readonly View[] = [
  view('explorer', '/explorer'),
  ...answers,
  view('market-picker', '/explorer/inspect_domain', async (page) => {
    // On a phone the market is folded away.
    const fold = page.getByRole('button', { name: /^Market/u });
    if (await fold.isVisible()) await fold.click();
    await page.getByRole('combobox', { name: 'Location' }).fill('united');
    await page.getByRole('option', { name: 'United Kingdom' }).waitFor();
  }),
  view('answer-changes', '/explorer/inspect_search_visibility', async (page) => {
    await page.route('**/v1/tools/*', answerWithChanges);
    await run(page);
    await page.getByText('Changed since you last asked').waitFor();
    await page.unroute('**/v1/tools/*');
  }),
  view('answer-json', '/explorer/inspect_domain', async (page) => {
    await run(page);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByLabel('JSON answer', { exact: true }).waitFor();
  }),
  view('answer-code', '/explorer/inspect_domain', async (page) => {
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByText('curl "http').waitFor();
  }),
  view('answer-columns', '/explorer/inspect_domain', async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'Columns of Top keywords' }).click();
    await page.getByRole('menuitem', { name: 'Intent' }).waitFor();
  }),
  view(
    'gap-of-ten',
    `/explorer/compare_keyword_coverage?${new URLSearchParams({ args: JSON.stringify(tenRivals) })}`,
    run,
  ),
  view('audit-issue', '/explorer/audit_site', async (page) => {
    await run(page);
    await page.locator('details > summary').first().click();
    await page.getByText('How to fix').first().waitFor();
  }),
  view('refused-input', '/explorer/inspect_domain', async (page) => {
    await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').waitFor();
  }),
];

/** What is done with answers, and what the account has of them: its calls, what they cost, what it shares. */
export const keptViews: readonly View[] = [
  ...workspaceViews,
  view('activity', '/activity'),
  view('activity-nothing', '/activity?from=2001-01-01&to=2001-01-02'),
  view('call', '/activity', async (page) => {
    await page.getByRole('row').nth(1).click();
    await page.getByText('Request id').waitFor();
  }),
  ...billingViews,
  view('account', '/account'),
  view('delete-account', '/account', async (page) => {
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').waitFor();
  }),
];

/** Every page of the dashboard and every page that the service writes itself. */
export const views: readonly View[] = [...pageViews, ...answerViews, ...keptViews];

/** Goes to a view and waits until it stands. */
export async function showView(view: View, stage: Stage): Promise<void> {
  const { page, baseUrl } = stage;
  const address = typeof view.path === 'string' ? view.path : await view.path(stage);
  await page.goto(new URL(address, baseUrl).href);
  await loaded(page);
  await view.prepare?.(page);
  await loaded(page);
}

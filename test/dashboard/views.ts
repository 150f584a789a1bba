import type { Page, Route } from 'playwright-core';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { openAgent } from './agent.ts';
import { billingViews } from './billing-views.ts';
import { keyViews } from './key-views.ts';
import { publicViews } from './public-views.ts';
import { run } from './run.ts';
import { siteViews } from './site-views.ts';
import { loaded } from './waiting.ts';
import { workspaceViews } from './workspace-views.ts';

/** One thing that a person can have before them, and the way there. */
export interface View {
  readonly name: string;
  /** Address, or where a step that is made first leads to. */
  readonly path: string | ((stage: Stage) => Promise<string>);
  /** What a person does before looking. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Belongs to the journey into the service: looked at by somebody who is not signed in. */
  readonly isSignedOut?: boolean;
}

/** What views need to be shown. */
export interface Stage {
  readonly page: Page;
  readonly baseUrl: string;
}

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

/** Every page of the dashboard and every page that the service writes itself, in the states that look different. */
export const views: readonly View[] = [
  { name: 'sign-in', path: '/', isSignedOut: true },
  {
    name: 'code',
    path: '/',
    isSignedOut: true,
    prepare: async (page) => {
      await page.getByLabel('Email address').fill('looker@northwind.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Digit 1 of 6').waitFor();
    },
  },
  {
    name: 'wrong-code',
    path: '/',
    isSignedOut: true,
    prepare: async (page) => {
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
    },
  },
  {
    name: 'agent-sign-in',
    path: agentAddress,
    isSignedOut: true,
  },
  {
    name: 'visitor-explorer',
    path: '/explorer/compare_keyword_coverage',
    isSignedOut: true,
    prepare: (page) => page.getByText('Example, free').waitFor(),
  },
  { name: 'overview', path: '/' },
  {
    name: 'account-menu',
    path: '/',
    prepare: async (page) => {
      // On a phone the account is behind the menu's own button.
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'northwind.example' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  { name: 'overview-failed', path: '/', prepare: failing('**/v1/me/usage/summary*', 500) },
  ...siteViews,
  { name: 'explorer', path: '/explorer' },
  ...answers,
  {
    name: 'market-picker',
    path: '/explorer/inspect_domain',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Location' }).fill('united');
      await page.getByRole('option', { name: 'United Kingdom' }).waitFor();
    },
  },
  {
    name: 'answer-changes',
    path: '/explorer/inspect_search_visibility',
    prepare: async (page) => {
      await page.route('**/v1/tools/*', answerWithChanges);
      await run(page);
      await page.getByText('Changed since your last look').waitFor();
      await page.unroute('**/v1/tools/*');
    },
  },
  {
    name: 'answer-json',
    path: '/explorer/inspect_domain',
    prepare: async (page) => {
      await run(page);
      await page.getByRole('tab', { name: 'JSON' }).click();
      await page.getByLabel('JSON answer', { exact: true }).waitFor();
    },
  },
  {
    name: 'answer-code',
    path: '/explorer/inspect_domain',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByText('curl http').waitFor();
    },
  },
  {
    name: 'answer-columns',
    path: '/explorer/inspect_domain',
    prepare: async (page) => {
      await run(page);
      await page.getByRole('button', { name: 'Columns of Top keywords' }).click();
      await page.getByRole('menuitem', { name: 'Intent' }).waitFor();
    },
  },
  {
    name: 'gap-of-ten',
    path: `/explorer/compare_keyword_coverage?${new URLSearchParams({ args: JSON.stringify(tenRivals) })}`,
    prepare: run,
  },
  {
    name: 'audit-issue',
    path: '/explorer/audit_site',
    prepare: async (page) => {
      await run(page);
      await page.locator('details > summary').first().click();
      await page.getByText('How to mend it').first().waitFor();
    },
  },
  ...workspaceViews,
  {
    name: 'refused-input',
    path: '/explorer/inspect_domain',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  ...keyViews,
  { name: 'connect', path: '/connect' },
  { name: 'activity', path: '/activity' },
  { name: 'activity-nothing', path: '/activity?from=2001-01-01&to=2001-01-02' },
  {
    name: 'call',
    path: '/activity',
    prepare: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page.getByText('Request id').waitFor();
    },
  },
  ...billingViews,
  { name: 'ended-checkout', path: '/checkout/embedded/cs_unknown' },
  { name: 'account', path: '/account' },
  {
    name: 'delete-account',
    path: '/account',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'consent',
    path: agentAddress,
  },
  { name: 'agent-error', path: '/authorize?client_id=nobody' },
  { name: 'mailbox', path: '/dev/mailbox' },
  { name: 'not-found', path: '/nowhere' },
  ...publicViews,
];

/** Goes to a view and waits until it stands. */
export async function showView(view: View, stage: Stage): Promise<void> {
  const { page, baseUrl } = stage;
  const address = typeof view.path === 'string' ? view.path : await view.path(stage);
  await page.goto(new URL(address, baseUrl).href);
  await loaded(page);
  await view.prepare?.(page);
  await loaded(page);
}

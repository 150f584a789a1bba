import type { Page } from 'playwright-core';
import { type View, view } from './view.ts';

const never = { invitation_ends_at: null, joined_at: null, removed_at: null };
const [early, later] = ['2026-11-02T12:00:00.000Z', '2026-11-12T12:00:00.000Z'];
const kinds = [
  { ...never, status: 'active', role: 'owner', joined_at: early },
  { ...never, status: 'invited', role: 'member', invitation_ends_at: later },
  { ...never, status: 'expired', role: 'billing', invitation_ends_at: early },
  { ...never, status: 'removed', role: 'member', joined_at: early, removed_at: later },
  { ...never, status: 'withdrawn', role: 'billing', removed_at: later },
];

/** Every kind of row there is: the sample stands in for invitations of weeks ago. */
async function showEveryKind(page: Page): Promise<void> {
  await page.route('**/session/members/list', async (route) => {
    const response = await route.fetch();
    const { people } = await response.json();
    const others = kinds.map((kind, index) => ({
      ...kind,
      id: `mem_${index}`,
      email: `${kind.status}.with-a-rather-long-name@northwind-research.example`,
      is_you: false,
      is_holder: false,
      invited_by: people[0].email,
    }));
    await route.fulfill({ response, json: { people: [...people, ...others] } });
  });
  await page.reload();
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  await page.unroute('**/session/members/list');
}

/** Accounts of which no address tells one from another: a window of one person seldom has more. */
async function showAccounts(page: Page): Promise<void> {
  await page.route('**/session/members/accounts', async (route) => {
    const response = await route.fetch();
    const [own] = (await response.json()).accounts;
    const others = [
      { ...own, id: 'acct_1', company: 'Northwind Research and Trading Company Ltd', is_current: false },
      { ...own, id: 'acct_2', opened_at: early, is_current: false },
      { ...own, id: 'acct_3', role: 'member', opened_at: later, is_current: false },
    ];
    await route.fulfill({ response, json: { accounts: [own, ...others] } });
  });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: /@/u }).last().click();
  await page.getByRole('menuitem', { name: /member · opened/u }).waitFor();
  await page.unroute('**/session/members/accounts');
}

/** Who is of the account. */
export const peopleViews: readonly View[] = [
  view('people', '/people', showEveryKind),
  view('remove-person', '/people', async (page) => {
    await showEveryKind(page);
    await page
      .getByRole('button', { name: /^Remove /u })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Revoke the API keys').waitFor();
  }),
  view('switch-account', '/people', showAccounts),
  view('invitation', '/invitation#acct.secret'),
  view('invitation-not-complete', '/invitation'),
];

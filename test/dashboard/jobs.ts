import type { Page } from 'playwright-core';
import { run } from './run.ts';

/** What people come to the console for, the most presses that it may take, and from where. */
export interface Job {
  readonly name: string;
  readonly most: number;
  /** Where it begins, the home page if nowhere else. */
  readonly from?: string;
  /** What was done long before. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

export const jobs: readonly Job[] = [
  {
    name: 'see clicks over time',
    most: 1,
    act: async (page) => {
      await page
        .getByRole('region', { name: 'Your sites' })
        .getByRole('link', { name: /clicks/u })
        .click();
      await page.getByRole('figure', { name: 'Clicks by day' }).waitFor();
    },
  },
  {
    name: 'see all queries',
    most: 1,
    act: async (page) => {
      await page.getByRole('link', { name: 'Queries of trailpeak.example' }).click();
      await page.getByRole('table', { name: 'Queries' }).getByText('trailpeak shop').waitFor();
    },
  },
  {
    name: 'look a keyword up',
    most: 1,
    act: async (page) => {
      await page.getByRole('button', { name: 'Search or ask' }).click();
      await page.getByRole('textbox', { name: 'Search or ask' }).fill('running shoes');
      await page.getByRole('button', { name: /^Keyword: running shoes/u }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByTestId('charged').waitFor();
    },
  },
  {
    name: 'audit my site',
    most: 1,
    act: async (page) => {
      await page.getByRole('button', { name: /^Audit, \d+ credits$/u }).click();
      await page.getByTestId('charged').waitFor();
    },
  },
  {
    name: 'open an answer again',
    most: 2,
    act: async (page) => {
      const latest = page.getByRole('region', { name: 'Latest calls' });
      await latest.getByRole('link', { name: 'running shoes' }).first().click();
      await page.getByText('free to open').waitFor();
    },
  },
  {
    name: 'have an answer weekly, from the answer',
    most: 2,
    from: '/explorer/inspect_domain',
    before: run,
    act: async (page) => {
      await page.getByRole('button', { name: 'Track', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
      await page.getByRole('button', { name: 'Tracked', exact: true }).waitFor();
    },
  },
  {
    name: 'buy credits',
    most: 4,
    act: async (page) => {
      await page.getByRole('link', { name: /Buy$/u }).click();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: /^Pay/u }).click();
      await page.getByText('are in your balance').waitFor();
    },
  },
  {
    name: 'create a key',
    most: 3,
    act: async (page) => {
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await page.keyboard.type('Rank report');
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByTestId('new-key').waitFor();
    },
  },
  {
    name: 'revoke a key',
    most: 3,
    act: async (page) => {
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'Revoke Rank report' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('1 ended key').waitFor();
    },
  },
  {
    name: 'invite somebody',
    most: 3,
    act: async (page) => {
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('textbox', { name: 'Email address' }).click();
      await page.keyboard.type('guest@northwind.example');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByText('A link was sent to guest@northwind.example.').waitFor();
    },
  },
];

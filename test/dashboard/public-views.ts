import type { View } from './views.ts';

/** Pages that the service writes itself, for anybody. */
export const publicViews: readonly View[] = [
  { name: 'docs', path: '/docs' },
  { name: 'docs-tool', path: '/docs/inspect_domain' },
  { name: 'docs-guide', path: '/docs/clients' },
  { name: 'docs-account', path: '/docs/account' },
  { name: 'docs-errors', path: '/docs/errors#rate_limited' },
  {
    name: 'docs-answer',
    path: '/docs/inspect_domain',
    prepare: (page) => page.getByText('Show the answer').click(),
  },
  {
    name: 'docs-search',
    path: '/docs/datasets',
    prepare: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('expired dataset');
      await page.locator('.found a').first().waitFor();
    },
  },
  { name: 'docs-unknown', path: '/docs/nothing' },
  { name: 'pricing', path: '/pricing' },
  { name: 'status', path: '/status' },
  { name: 'privacy', path: '/privacy' },
  { name: 'unknown-address', path: '/v1/nowhere' },
];

import { type View, view } from './view.ts';

/** Pages that the service writes itself, for anybody. */
export const publicViews: readonly View[] = [
  view('docs', '/docs'),
  view('docs-tool', '/docs/inspect_domain'),
  view('docs-guide', '/docs/clients'),
  view('docs-account', '/docs/trackers'),
  view('docs-errors', '/docs/errors#rate_limited'),
  view('docs-answer', '/docs/inspect_domain', (page) => page.getByText('Show the answer').click()),
  view('docs-search', '/docs/datasets', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('expired dataset');
    await page.locator('.found a').first().waitFor();
  }),
  view('docs-unknown', '/docs/nothing'),
  view('pricing', '/pricing'),
  view('status', '/status'),
  view('privacy', '/privacy'),
  view('unknown-address', '/v1/nowhere'),
];

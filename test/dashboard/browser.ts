import type { BrowserContext, Page } from 'playwright-core';
import { chromiumPath } from './browser-path.ts';

if (!chromiumPath)
  process.stderr.write(
    'No Chromium here, so the tests in a browser are left out. Install it (apt-get install chromium) or set CHROMIUM_PATH.\n',
  );

/** `describe`, or a suite that is reported as left out where there is no browser. */
export const describeInBrowser = chromiumPath ? describe : describe.skip;

export interface WatchedPage {
  readonly page: Page;
  /** What a person would find in the browser's console: errors, and what the content security policy stopped. */
  readonly complaints: readonly string[];
}

/** A page whose complaints are kept. Answers of 4xx are part of life and no complaint. */
export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  return { page, complaints };
}

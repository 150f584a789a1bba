import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Where Chromium is on this machine: `CHROMIUM_PATH`, or Debian's. */
const chromiumPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

if (!chromiumPath)
  process.stderr.write(
    'No Chromium here, so the tests in a browser are left out. Install it (apt-get install chromium) or set CHROMIUM_PATH.\n',
  );

/** `describe`, or a suite that is left out, aloud, where there is no browser. */
export const describeInBrowser = chromiumPath ? describe : describe.skip;

export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    // Tests often run as root in a container, where Chromium's own sandbox cannot.
    args: ['--no-sandbox'],
  });
}

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

import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { patienceMs } from './waiting.ts';

/** Where Chromium is on this machine: `CHROMIUM_PATH`, or Debian's. */
export const chromiumPath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== undefined && existsSync(path));

/** Chromium without a window; `flags` are what it is started with besides. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    // Tests often run as root in a container, where Chromium's own sandbox cannot.
    args: ['--no-sandbox', ...flags],
  });
}

/** A window of its own; whatever is waited for in it may take its time. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  return context;
}

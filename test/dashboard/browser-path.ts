import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Where Chromium is on this machine: `CHROMIUM_PATH`, or Debian's. */
export const chromiumPath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== undefined && existsSync(path));

/** Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    // Tests often run as root in a container, where Chromium's own sandbox cannot.
    args: ['--no-sandbox'],
  });
}

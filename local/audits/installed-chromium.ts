import { existsSync } from 'node:fs';

/** Where Debian and others put it. */
const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of a setting, else the first of the usual ones; undefined where there is none. */
export function findChromium(setting: string | undefined): string | undefined {
  return (setting === undefined ? usualPaths : [setting]).find((path) => existsSync(path));
}

/** The program of the process that opens pages. */
export const renderProgram = new URL('../../shared/site-audit/render/render-process.ts', import.meta.url);

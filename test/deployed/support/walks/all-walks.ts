import { accountWalks } from './account-walks.ts';
import { openPagesWalk } from './audit-walks.ts';
import { billingWalks } from './billing-walks.ts';
import { clockWalks } from './clock-walks.ts';
import { crawlWalk } from './crawl-walks.ts';
import { deliveryWalks } from './destination-walks.ts';
import { importRunWalk } from './import-walks.ts';
import { scheduleWalk } from './schedule-walks.ts';
import { searchConsoleWalks } from './search-console-walks.ts';
import { signInWalks } from './sign-in-walks.ts';
import { agentWalk, toolWalks } from './tool-walks.ts';
import type { Walk } from './walk.ts';

/** What runs by itself, and what owners of accounts call. Those that look at all accounts come first, while there are few. */
export const ownerWalks: readonly Walk[] = [...clockWalks, ...accountWalks, ...signInWalks, ...billingWalks];

/** The tools, and what works for them in the background. */
export const toolsWalks: readonly Walk[] = [
  ...toolWalks,
  agentWalk,
  scheduleWalk,
  ...deliveryWalks,
  importRunWalk,
  crawlWalk,
  openPagesWalk,
  ...searchConsoleWalks,
];

/** One walk for each function. */
export const allWalks: readonly Walk[] = [...ownerWalks, ...toolsWalks];

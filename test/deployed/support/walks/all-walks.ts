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

/** Every walk stands in one of the parts, which files of their own take side by side and which last about as long. */
export const walksInParts = {
  /** Those that look at all accounts come first, while there are few. */
  background: [
    ...clockWalks,
    ...signInWalks,
    ...billingWalks,
    scheduleWalk,
    ...deliveryWalks,
    importRunWalk,
    crawlWalk,
    openPagesWalk,
    ...searchConsoleWalks,
  ],
  accounts: accountWalks,
  tools: toolWalks.filter((_, at) => at % 2 === 0),
  'agents and other tools': [...toolWalks.filter((_, at) => at % 2 === 1), agentWalk],
} satisfies Record<string, readonly Walk[]>;

/** One walk for each function. */
export const allWalks: readonly Walk[] = Object.values(walksInParts).flat();

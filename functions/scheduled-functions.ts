import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';
import { canary } from './maintenance/canary/contract.ts';
import { exportUsage } from './maintenance/export/contract.ts';
import { lowBalance } from './maintenance/low-balance/contract.ts';
import { sweep } from './maintenance/sweep/contract.ts';

/** Every function that a clock calls. */
export const scheduledFunctions: readonly ScheduledFunction[] = [sweep, lowBalance, canary, exportUsage];

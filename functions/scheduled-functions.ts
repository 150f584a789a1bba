import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';
import { askAgain } from './maintenance/ask-again/contract.ts';
import { canary } from './maintenance/canary/contract.ts';
import { exportUsage } from './maintenance/export/contract.ts';
import { lowBalance } from './maintenance/low-balance/contract.ts';
import { marginWatch } from './maintenance/margin-watch/contract.ts';
import { rotateSecret } from './maintenance/rotate-secret/contract.ts';
import { secretAges } from './maintenance/secret-ages/contract.ts';
import { sweep } from './maintenance/sweep/contract.ts';

/** Every function that no route reaches. */
export const scheduledFunctions = [
  sweep,
  lowBalance,
  askAgain,
  canary,
  exportUsage,
  rotateSecret,
  secretAges,
  marginWatch,
] as const satisfies readonly ScheduledFunction[];

import type { Foundation } from '#functions/foundation.ts';
import { probeService } from './logic.ts';
import { parseCanaryAccount, probePaidCall } from './paid-call.ts';

/** A failure is an error of the function, which has an alarm. */
export const createHandler =
  ({ baseUrl, readSecret, clock, logger }: Foundation) =>
  async (): Promise<void> => {
    const account = parseCanaryAccount((await readSecret('canary')) ?? '');
    await probeService(baseUrl);
    if (account) await probePaidCall(baseUrl, account, { clock, logger });
  };

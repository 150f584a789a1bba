import type { Foundation } from '#functions/foundation.ts';
import { runProbes } from './logic.ts';
import { paidProbe, parseCanaryAccount } from './paid-call.ts';
import { freeProbes } from './probes.ts';

/** Every failure is a signal with an alarm of its own; an error of the function means that it could not probe. */
export const createHandler =
  ({ baseUrl, readSecret, clock, logger }: Foundation) =>
  async (): Promise<void> => {
    const account = parseCanaryAccount((await readSecret('canary')) ?? '');
    const paid = account ? [paidProbe(baseUrl, account, { clock, logger })] : [];
    for (const { signal, message } of await runProbes([...freeProbes(baseUrl), ...paid]))
      logger.error('probe failed', { signal, message });
  };

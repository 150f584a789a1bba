import type { Foundation } from '#functions/foundation.ts';
import { createOutsideChecks } from '#shared/callers/identity/outside-checks.ts';
import { runProbes } from './logic.ts';
import { paidProbe, parseCanaryAccount } from './paid-call.ts';
import { freeProbes } from './probes.ts';

/** Every failure is a signal with an alarm of its own; an error of the function means that it could not probe. */
export const createHandler =
  ({ baseUrl, readSecret, clock, logger, documents, tables }: Foundation) =>
  async (): Promise<void> => {
    const account = parseCanaryAccount((await readSecret('canary')) ?? '');
    const paid = account ? [paidProbe(baseUrl, account, { clock, logger })] : [];
    const failures = await runProbes([...freeProbes(baseUrl), ...paid]);
    for (const { signal, message } of failures) logger.error('probe failed', { signal, message });
    const checks = createOutsideChecks({ documents, name: tables.identity, clock });
    await checks.record(failures.map(({ signal }) => signal));
  };

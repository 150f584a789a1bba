import type { Foundation } from '#functions/foundation.ts';
import { createOutsideChecks } from '#shared/callers/identity/outside-checks.ts';
import { runProbes } from './logic.ts';
import { allProbes } from './paid-call.ts';

/** Every failure is a signal with an alarm of its own; an error of the function means that it could not probe. */
export const createHandler =
  ({ baseUrl, readSecret, clock, logger, documents, tables }: Foundation) =>
  async (): Promise<void> => {
    const failures = await runProbes(allProbes(baseUrl, await readSecret('canary'), { clock, logger }));
    for (const { signal, message } of failures) logger.error('probe failed', { signal, message });
    const checks = createOutsideChecks({ documents, name: tables.identity, clock });
    await checks.record(failures.map(({ signal }) => signal));
  };

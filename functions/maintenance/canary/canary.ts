import { setTimeout as wait } from 'node:timers/promises';
import type { Foundation } from '#functions/foundation.ts';
import { createOutsideChecks } from '#shared/callers/identity/outside-checks.ts';
import { allProbes } from './paid-call.ts';
import type { Probe } from './probes.ts';

/** Every failure is a signal with an alarm of its own; an error of the function means that it could not probe. */
export const canary =
  ({ baseUrl, readSecret, clock, logger, documents, tables }: Foundation) =>
  async (): Promise<void> => {
    const failures = await runProbes(allProbes(baseUrl, await readSecret('canary'), { clock, logger }));
    for (const { signal, message } of failures) logger.error('probe failed', { signal, message });
    const checks = createOutsideChecks({ documents, name: tables.identity, clock });
    await checks.record(failures.map(({ signal }) => signal));
  };

/** A probe that failed twice, with what it said at last. */
export interface ProbeFailure {
  readonly signal: string;
  readonly message: string;
}

/** A moment in which a new container or a new address is passed over. */
const secondTryMs = 15_000;

/**
 * Runs all probes at once and answers which failed twice. Where the service's
 * own name leads nowhere, that is the one failure: it is so from a deployment
 * with a new domain until its DNS record is made, and everything else follows from it.
 */
export async function runProbes(
  probes: readonly Probe[],
  secondTryAfterMs = secondTryMs,
): Promise<readonly ProbeFailure[]> {
  const failures = await Promise.all(probes.map((probe) => tryTwice(probe, secondTryAfterMs)));
  const found = failures.filter((failure) => failure !== undefined);
  const lost = found.find(({ signal }) => signal === noAddress);
  return lost ? [lost] : found;
}

/** The name has no DNS record, whatever the code is. */
export const noAddress = 'canary_address';

async function tryTwice(probe: Probe, secondTryAfterMs: number): Promise<ProbeFailure | undefined> {
  try {
    await probe.run();
  } catch {
    await wait(secondTryAfterMs);
    return probe.run().then(
      () => undefined,
      (error: unknown) => failureOf(probe, error),
    );
  }
  return undefined;
}

function failureOf({ signal }: Probe, error: unknown): ProbeFailure {
  if (!Error.isError(error)) return { signal, message: String(error) };
  const { cause } = error;
  if (!Error.isError(cause)) return { signal, message: error.message };
  const isUnknownName = 'code' in cause && (cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN');
  return { signal: isUnknownName ? noAddress : signal, message: `${error.message}: ${cause.message}` };
}

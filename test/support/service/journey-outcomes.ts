import type { Probe } from '#functions/maintenance/canary/probes.ts';

/** Runs journeys one after another; for each its signal with `ok`, or what went wrong. */
export async function journeyOutcomes(journeys: readonly Probe[]): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const { signal, run } of journeys)
    outcomes[signal] = await run().then(
      () => 'ok',
      (error: Error) => error.message,
    );
  return outcomes;
}

import type { Meter } from '#shared/money/accounts/meter.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { type MoneyTable, settlingMs } from './operations.ts';
import { createFlowRunner } from './run-flow.ts';

/** Reads what limits have spent, to be shown; what looks calls up is loaded with the first that may have ended. */
export function createSpendingReader({ documents, tables, clock }: TableAccess<MoneyTable>) {
  /** Limits of an account as they were read, without what calls reserved that ended uncharged, or died. */
  async function settle(accountId: string, meters: readonly Meter[]): Promise<readonly Meter[]> {
    const now = clock();
    if (!meters.some((meter) => mayHaveEnded(meter, now))) return meters;
    const { withoutEnded } = await import('./open-reservations.ts');
    const runner = createFlowRunner({ documents, singleAttempt: documents, tables });
    return runner.run(withoutEnded(accountId, meters, now));
  }

  return {
    settle,
    /** As `settle`, of keys or connections with their limits. */
    async settled<Limited extends { readonly meter: Meter }>(
      accountId: string,
      found: readonly Limited[],
    ): Promise<readonly Limited[]> {
      const meters = await settle(
        accountId,
        found.map(({ meter }) => meter),
      );
      return found.map((limited, index) => ({ ...limited, meter: meters[index] ?? limited.meter }));
    },
  };
}

function mayHaveEnded({ item }: Meter, now: number): boolean {
  const reserved = Object.values(item.use?.open ?? {});
  return item.spend_limit !== undefined && reserved.some(({ at }) => now - at > settlingMs);
}

import type { Foundation } from '#functions/foundation.ts';
import { createSweeper, type Sweeper, type SweepReport } from '#shared/money/ledger/sweeper.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

export function sweep(foundation: Foundation): () => Promise<SweepReport> {
  const sweeper = createSweeper(foundation);
  return () => sweepAccounts(sweeper, foundation.logger);
}

/** A hold older than this was missed by several sweeps; the alarm counts lines by their signal. */
const alarmingHoldSeconds = 1_800;

export async function sweepAccounts(sweeper: Sweeper, logger: CallLogger): Promise<SweepReport> {
  const report = await sweeper.sweepAll();
  const { accounts, holds, openHolds, entries, oldestHoldSeconds } = report;
  const figures = { OpenHolds: openHolds };
  const facts = { accounts, ...holds, entries, oldest_hold_seconds: oldestHoldSeconds };
  logger.info('swept', facts, { figures });
  if (oldestHoldSeconds > alarmingHoldSeconds) {
    logger.error('old hold', { signal: 'old_hold', oldest_hold_seconds: oldestHoldSeconds });
  }
  return report;
}

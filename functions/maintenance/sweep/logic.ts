import type { Sweeper, SweepReport } from '#shared/money/ledger/sweeper.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

/** A hold older than this was missed by several sweeps; the alarm counts lines by their signal. */
const alarmingHoldSeconds = 1_800;

/** Sweeps all accounts and logs what was found. */
export async function sweepAccounts(sweeper: Sweeper, logger: CallLogger): Promise<SweepReport> {
  const report = await sweeper.sweepAll();
  const { accounts, holds, entries, oldestHoldSeconds } = report;
  if (accounts > 0)
    logger.info('swept', { accounts, ...holds, entries, oldest_hold_seconds: oldestHoldSeconds });
  if (oldestHoldSeconds > alarmingHoldSeconds) {
    logger.error('old hold', { signal: 'old_hold', oldest_hold_seconds: oldestHoldSeconds });
  }
  return report;
}

import { createSweeper, type SweepReport } from '#shared/money/ledger/sweeper.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { sweepAccounts } from './logic.ts';

/** Called by the schedule of its contract; needs the tables and no secret. */
export async function handler(): Promise<SweepReport> {
  const { tables } = loadConfig(deployedEnvironment());
  const sweeper = createSweeper({ documents: createDocuments(), tables, clock: createClock() });
  return sweepAccounts(sweeper, createLogger('sweep'));
}

import { createClock } from '#shared/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/config.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { createSweeper, type SweepReport } from '#shared/ledger/sweeper.ts';
import { createLogger } from '#shared/logger.ts';
import { sweepAccounts } from './logic.ts';

/** Called by the schedule of its contract; needs the tables and no secret. */
export async function handler(): Promise<SweepReport> {
  const { tables } = loadConfig(deployedEnvironment());
  const sweeper = createSweeper({ documents: createDocuments(), tables, clock: createClock() });
  return sweepAccounts(sweeper, createLogger('sweep'));
}

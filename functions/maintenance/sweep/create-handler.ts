import type { Foundation } from '#functions/foundation.ts';
import { createSweeper, type SweepReport } from '#shared/money/ledger/sweeper.ts';
import { sweepAccounts } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<SweepReport> {
  const sweeper = createSweeper(foundation);
  return () => sweepAccounts(sweeper, foundation.logger);
}

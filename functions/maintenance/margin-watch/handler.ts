import { createAccountRepository } from '#shared/accounts/account-repository.ts';
import { createClock } from '#shared/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/config.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { createLogger } from '#shared/logger.ts';
import { createMarginReader } from '#shared/operations/margin-reader.ts';
import type { ToolMargin } from '#shared/providers/margin.ts';
import { watchMargin } from './logic.ts';

/** Called by the schedule of its contract; needs two tables and no secret. */
export async function handler(): Promise<ToolMargin> {
  const { tables, alarmingCostShare } = loadConfig(deployedEnvironment());
  const documents = createDocuments();
  const clock = createClock();
  const accounts = createAccountRepository({ documents, tables, clock });
  const reader = createMarginReader({ documents, tables, accounts });
  return watchMargin(reader, { clock, logger: createLogger('margin-watch'), alarmingCostShare });
}

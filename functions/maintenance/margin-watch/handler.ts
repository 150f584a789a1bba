import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { ToolMargin } from '#shared/money/margin/margin.ts';
import { createMarginReader } from '#shared/money/margin/margin-reader.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
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

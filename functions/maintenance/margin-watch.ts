import type { Foundation } from '#functions/foundation.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import {
  createMarginReader,
  type MarginReader,
  type ToolMargin,
  tallyHere,
} from '#shared/money/margin/margin.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { calledShards } from './usage-shard.ts';

export function marginWatch(foundation: Foundation): () => Promise<ToolMargin> {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const runner = calledShards(foundation) ?? tallyHere(createUsageLog({ documents, tables }));
  const reader = createMarginReader({ accounts, runner });
  return () => watchMargin(reader, foundation);
}

interface WatchOptions {
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Share of what the calls earned. */
  readonly alarmingCostShare: number;
}

const dayMs = 86_400_000;
/** Below this a day is not worth an alarm: one first snapshot costs more than it earns. */
const worthTellingUsd = 1;

/**
 * Sets the cost of the last 24 hours against what they earned at list price,
 * and reports it where the cost is the larger; the alarm counts lines by
 * their signal. Hourly, so that a day which goes wrong is not found on the next.
 */
export async function watchMargin(
  reader: MarginReader,
  { clock, logger, alarmingCostShare }: WatchOptions,
): Promise<ToolMargin> {
  const now = clock();
  const { tools, total } = await reader.between({ since: now - dayMs, until: now });
  const { calls, revenue_usd, upstream_cost_usd, estimated_cost_usd } = total;
  const facts = { calls, revenue_usd, upstream_cost_usd, estimated_cost_usd };

  const isAlarming = upstream_cost_usd > alarmingCostShare * revenue_usd;
  if (isAlarming && upstream_cost_usd >= worthTellingUsd)
    logger.error('upstream cost above the allowed share', {
      signal: 'upstream_margin',
      ...facts,
      alarming_cost_share: alarmingCostShare,
      loses_most: tools.at(0)?.tool ?? null,
    });
  return total;
}

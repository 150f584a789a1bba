import type { Foundation } from '#functions/foundation.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import {
  createExporter,
  type DueReport,
  type Exporter,
  openExporterParts,
} from '#shared/money/exports/exporter.ts';
import {
  createMarginReader,
  type MarginReader,
  type ToolMargin,
  tallyHere,
} from '#shared/money/margin/margin.ts';
import type { ShardRunner } from '#shared/money/shards/shard-runner.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { usageShard as contract } from './contracts.ts';

export function exportUsage(foundation: Foundation): () => Promise<DueReport> {
  const exporter = createExporter(openExporterParts({ ...foundation, runner: calledShards(foundation) }));
  return () => exportWhatIsDue(exporter, foundation.logger);
}

/**
 * Writes what is due and says what was written; nothing where another run is at it. Fails where a month does not
 * add up, so that the function's alarm sounds; such a month stays open, and is
 * tried again by the next run.
 */
export async function exportWhatIsDue(
  exporter: Pick<Exporter, 'due'>,
  logger: CallLogger,
): Promise<DueReport> {
  const report = await exporter.due().catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'request_in_progress') return undefined;
    throw error;
  });
  if (!report) {
    logger.info('export left to the one that runs', {});
    return { days: [], months: [] };
  }
  const { days, months } = report;
  if (days.length + months.length > 0) logger.info('exported', { days, months });
  const unproven = months.filter(({ proven }) => !proven).map(({ month }) => month);
  if (unproven.length > 0) throw new Error(`The books of ${unproven.join(', ')} do not add up.`);
  return report;
}

export function usageShard(foundation: Foundation): (order: unknown) => Promise<object> {
  return createShardWorker(foundation);
}

/**
 * At once a twentieth of what an account of AWS may run by default. 10 files
 * are half a million rows, which a part writes within its time several times over.
 */
const size = { atOnce: 50, attempts: 3, accounts: 100, files: 10 } as const;

/** Parts by the function that does them; undefined where there is none, as on one machine. */
function calledShards({ calledFunction }: Foundation): ShardRunner | undefined {
  if (calledFunction === undefined) return undefined;
  let call: ReturnType<typeof connect> | undefined;
  return {
    ...size,
    async run(order) {
      call ??= connect();
      return (await call)(calledFunction, order);
    },
  };
}

async function connect() {
  const { createInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
  return createInvoker({ answersWithinSeconds: contract.timeoutSeconds });
}

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

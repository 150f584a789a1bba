import type { Foundation } from '#functions/foundation.ts';
import {
  createExporter,
  type DueReport,
  type Exporter,
  openExporterParts,
} from '#shared/money/exports/exporter.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { calledShards } from './usage-shard.ts';

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

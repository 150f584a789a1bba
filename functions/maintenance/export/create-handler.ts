import type { Foundation } from '#functions/foundation.ts';
import { calledShards } from '#functions/maintenance/usage-shard/called-shards.ts';
import { createExporter, type DueReport } from '#shared/money/exports/exporter.ts';
import { openExporterParts } from '#shared/money/exports/open-parts.ts';
import { exportWhatIsDue } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<DueReport> {
  const exporter = createExporter(openExporterParts({ ...foundation, runner: calledShards(foundation) }));
  return () => exportWhatIsDue(exporter, foundation.logger);
}

import type { Foundation } from '#functions/foundation.ts';
import { createExporter, type DueReport } from '#shared/money/exports/exporter.ts';
import { openExporterParts } from '#shared/money/exports/open-parts.ts';
import { exportWhatIsDue } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<DueReport> {
  const exporter = createExporter(openExporterParts(foundation));
  return () => exportWhatIsDue(exporter, foundation.logger);
}

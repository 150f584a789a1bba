import { createExporter, type DueReport } from '#shared/money/exports/exporter.ts';
import { openExporterParts } from '#shared/money/exports/open-parts.ts';
import { awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { exportWhatIsDue } from './logic.ts';

/** Called by the schedule of its contract; needs tables and bucket, and no secret. */
export async function handler(): Promise<DueReport> {
  const env = deployedEnvironment();
  const { tables, objectsBucket } = loadConfig(env);
  if (objectsBucket === undefined) throw new Error('OBJECTS_BUCKET must be set.');
  const parts = openExporterParts({
    documents: createDocuments(),
    tables,
    objects: createS3ObjectStore(objectsBucket, awsEnvironment(env)),
    clock: createClock(),
  });
  return exportWhatIsDue(createExporter(parts), createLogger('export-usage'));
}

import { awsEnvironment } from '#shared/aws/aws-request.ts';
import { createClock } from '#shared/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/config.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { createExporter, type DueReport } from '#shared/exports/exporter.ts';
import { openExporterParts } from '#shared/exports/open-parts.ts';
import { createLogger } from '#shared/logger.ts';
import { createS3ObjectStore } from '#shared/objects/s3-object-store.ts';
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

import { performance } from 'node:perf_hooks';
import { bucketOf, stageTables } from '#local/admin/stage-foundation.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { createExporter, type Exporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import { createClock } from '#shared/platform/clock.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createLocalFoundation } from './foundation.ts';
import { readSettings } from './settings.ts';

interface OpenExports {
  readonly exporter: Exporter;
  /** Folder or bucket that the keys of the files are in. */
  readonly folder: string;
  close(): Promise<void>;
}

interface ExportReport {
  readonly folder: string;
  /** False while the period is not over: the next run writes the files again. */
  readonly final: boolean;
  readonly proven: boolean;
  readonly seconds: number;
  readonly sealed_days: readonly string[];
  readonly [member: string]: unknown;
}

/** The exports of this machine's data folder, beside a running server or without one; or those of a deployed stage. */
export function openExports(stage: string | undefined, env: NodeJS.ProcessEnv): Promise<OpenExports> {
  return stage === undefined ? openLocalExports(env) : openStageExports(stage);
}

async function openLocalExports(env: NodeJS.ProcessEnv): Promise<OpenExports> {
  const settings = readSettings(env);
  const folder = await openDataFolder(settings.dataDir);
  const storage = await shareStorage(folder);
  const baseUrl = `http://${settings.host}:${settings.port}`;
  const logger = createLogger('oriel-exports');
  const foundation = createLocalFoundation({ folder, storage, settings, logger, baseUrl });
  return {
    exporter: createExporter(openExporterParts(foundation)),
    folder: folder.objects,
    close: storage.close,
  };
}

/** The stage's tables and bucket, with the AWS credentials of the shell: what its hourly function does, done here and now. */
async function openStageExports(stage: string): Promise<OpenExports> {
  const tables = stageTables(stage);
  const bucket = await bucketOf(stage);
  const objects = createS3ObjectStore(bucket);
  const documents = createDocuments();
  return {
    exporter: createExporter(openExporterParts({ documents, tables, objects, clock: createClock() })),
    folder: `s3://${bucket}`,
    close: async () => documents.destroy(),
  };
}

/** Writes one day or one month, and prints what is there now. */
export async function exportUsage(
  { exporter, folder }: OpenExports,
  wanted: { readonly day?: string | undefined; readonly month?: string | undefined },
): Promise<ExportReport> {
  const start = performance.now();
  const took = () => Math.round(performance.now() - start) / 1000;
  if (wanted.month !== undefined) {
    const { sealed, record } = await exporter.month(wanted.month);
    const { accounts, days, ...rest } = record;
    const unproven = accounts.filter(({ proven }) => !proven);
    return { folder, ...rest, seconds: took(), sealed_days: sealed, days: days.length, unproven };
  }
  const { sealed, final, digest } = await exporter.day(wanted.day ?? '');
  return { folder, final, proven: true, seconds: took(), sealed_days: sealed, ...digest };
}

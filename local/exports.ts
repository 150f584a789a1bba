import { performance } from 'node:perf_hooks';
import { createExporter, type Exporter } from '#shared/exports/exporter.ts';
import { openExporterParts } from '#shared/exports/open-parts.ts';
import { createLogger } from '#shared/logger.ts';
import { openDataFolder } from './data-folder.ts';
import { createLocalFoundation } from './foundation.ts';
import { readSettings } from './settings.ts';
import { shareStorage } from './storage.ts';

interface OpenExports {
  readonly exporter: Exporter;
  /** Folder that the keys of the files are below. */
  readonly folder: string;
  close(): Promise<void>;
}

/** What `npm run export-usage` prints. */
interface ExportReport {
  readonly folder: string;
  /** False while the period is not over: the next run writes the files anew. */
  readonly final: boolean;
  readonly proven: boolean;
  readonly seconds: number;
  readonly sealed_days: readonly string[];
  readonly [member: string]: unknown;
}

/** The exports of this machine's data folder, beside a running server or without one. */
export async function openExports(env: NodeJS.ProcessEnv): Promise<OpenExports> {
  const settings = readSettings(env);
  const folder = await openDataFolder(settings.dataDir);
  const storage = await shareStorage(folder);
  const foundation = createLocalFoundation({
    folder,
    storage,
    logger: createLogger('oriel-exports'),
    baseUrl: `http://${settings.host}:${settings.port}`,
    clockOffsetSeconds: settings.clockOffsetSeconds,
  });
  return {
    exporter: createExporter(openExporterParts(foundation)),
    folder: folder.objects,
    close: storage.close,
  };
}

/** Writes one day or one month, and tells what is there now. */
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

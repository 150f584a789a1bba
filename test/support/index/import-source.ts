import { importBundle } from '#shared/facts/imports/import-bundle.ts';
import { type ImportReport, reportOf } from '#shared/facts/imports/import-register.ts';
import type { ImportOptions, ImportServices } from '#shared/facts/imports/import-services.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';

/** Imports one file by itself. */
export async function importSource(
  source: ImportSource,
  options: ImportOptions,
  services: ImportServices,
): Promise<ImportReport> {
  const [report] = await importBundle(
    { name: source.name, sources: [source], close: async () => {} },
    options,
    services,
  );
  return report ?? reportOf(source.name, {});
}

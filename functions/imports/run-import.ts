import * as v from 'valibot';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { runUpload, type UploadRunServices } from '#shared/facts/imports/uploads/run-upload.ts';
import { createUploadStore } from '#shared/facts/imports/uploads/upload-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';

interface Remaining {
  getRemainingTimeInMillis(): number;
}

const order = v.object({ accountId: v.string(), uploadId: v.string() });
/** Left over to write down how it ended. */
const reserveMs = 20_000;

/** What an import works with, wherever it runs. */
type ImportFoundation = Pick<
  Foundation,
  'documents' | 'tables' | 'clock' | 'logger' | 'storing' | 'takesSharedUploads'
> & { readonly objects: UploadRunServices['objects'] };

export function runImport(foundation: ImportFoundation) {
  const { documents, tables, clock, logger, objects, takesSharedUploads } = foundation;
  const options = indexOptions(foundation);
  const table = createIndexTable(options);
  const openEvents = async () => {
    const { createEventLog } = await import('#shared/callers/watch/event-log.ts');
    return createEventLog({ documents, name: tables.identity, clock });
  };
  const services: UploadRunServices = {
    uploads: createUploadStore(table, clock),
    objects,
    table,
    imports: (told: Parameters<UploadRunServices['imports']>[0]) =>
      createImportServices({
        ...options,
        clock,
        ...told,
        async tellLost(accountId, { importId, site, domains }) {
          const { linksLost } = await import('#shared/callers/watch/findings.ts');
          const { data, ...lost } = linksLost(domains, site, 'The import before had the link');
          const named = { subject: site, cause: importId, link: '/sites' } as const;
          await (await openEvents()).write(accountId, {
            ...lost,
            ...named,
            data: { import_id: importId, ...data },
          });
        },
      }),
    async tellFailure(accountId, { id, files, domain }, { cause, why }) {
      const events = await openEvents();
      const [first] = files;
      const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
      await events.write(accountId, {
        type: 'import.failed',
        cause,
        summary: `The import of ${first?.name ?? 'an upload'}${others} failed.`,
        why,
        subject: domain ?? null,
        link: '/sites',
        data: { upload_id: id, files: files.map(({ name }) => name) },
      });
    },
    takesShared: takesSharedUploads,
    clock,
    logger,
  };
  return (event: unknown, context: Remaining) =>
    runUpload(v.parse(order, event), services, () => context.getRemainingTimeInMillis() < reserveMs);
}

import type { UploadRecord } from '#shared/contract/own-imports.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';
import { removeOwnData } from '#shared/facts/own-sites/remove-own-data.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { namesOfColumns } from '../column-names.ts';
import { importBundle } from '../import-bundle.ts';
import { type ImportReport, reportOf } from '../import-register.ts';
import type { ImportProgress, ImportServices } from '../import-services.ts';
import { openUpload, type UploadedFile } from './open-upload.ts';
import { asksForColumns, type KeptUpload, type StoredUpload, type UploadStore } from './upload-store.ts';

export interface UploadRunServices {
  readonly uploads: UploadStore;
  readonly objects: Pick<ObjectStore, 'get' | 'delete'>;
  readonly table: IndexTable;
  imports(told: Pick<ImportServices, 'onProgress' | 'createdBy'>): ImportServices;
  /** Writes that an import has failed; `cause` is the same where it is written again. */
  tellFailure(
    accountId: string,
    upload: StoredUpload,
    told: { readonly cause: string; readonly why: string },
  ): Promise<void>;
  /** Whether listings and metrics go in, for everybody; a place whose callers are strangers refuses them. */
  readonly takesShared: boolean;
  readonly clock: Clock;
  readonly logger: CallLogger;
}

export interface UploadOrder {
  readonly accountId: string;
  readonly uploadId: string;
}

const progressEveryMs = 1_000;

/** Why a run ends before its work is done, said so that its person knows what to do. */
class UploadStopped extends Error {}

/**
 * Imports what was uploaded, and writes down how far it is. An order that was
 * carried out before, or is being carried out, changes nothing. A failure is
 * told in the upload and in the log, and the upload may be started again, since
 * what is in already is not imported twice.
 */
export async function runUpload(
  { accountId, uploadId }: UploadOrder,
  services: UploadRunServices,
  isEnding: () => boolean,
): Promise<{ readonly status: StoredUpload['status'] | 'unknown' }> {
  const { uploads, clock, logger } = services;
  const queued = await uploads.find(accountId, uploadId);
  if (queued?.upload.status !== 'queued') return { status: queued?.upload.status ?? 'unknown' };
  const running = await uploads.save(accountId, queued, { status: 'running', touchedAt: clock() });
  if (!running) return { status: 'unknown' };
  const record = createRecord(accountId, running, services);
  try {
    const reports = await importUpload(accountId, running.upload, services, (progress) => {
      if (isEnding())
        throw new UploadStopped('The import ran out of time. Upload the files in smaller parts.');
      record.show(progress);
    });
    await record.end({ status: 'done', message: null }, reports);
    if (asksForColumns(reports)) return { status: 'done' };
    for (const { key } of running.upload.files) await services.objects.delete(key);
    return { status: 'done' };
  } catch (cause) {
    logger.error('import of an upload failed', { upload: uploadId, cause });
    const message =
      cause instanceof UploadStopped
        ? cause.message
        : 'Something failed on our side. Start the import again: nothing is imported twice.';
    // First, so that who dies in between has told it.
    await services.tellFailure(accountId, running.upload, {
      cause: `${uploadId}.${running.upload.touchedAt}`,
      why: message,
    });
    await record.end({ status: 'failed', message });
    return { status: 'failed' };
  }
}

async function importUpload(
  accountId: string,
  { files, domain, columns, market, createdBy, mostRows = Number.POSITIVE_INFINITY }: StoredUpload,
  services: UploadRunServices,
  show: (progress: ReturnType<ReturnType<typeof createUploadProgress>>) => void,
): Promise<readonly ImportReport[]> {
  const uploaded: UploadedFile[] = [];
  for (const { name, key } of files) {
    const bytes = await services.objects.get(key);
    if (!bytes) throw new UploadStopped(`${name} has not arrived. Upload the files again.`);
    uploaded.push({ name, bytes, changedAt: Math.floor(services.clock() / 1_000) });
  }
  const { bundle, refused } = await openUpload(uploaded);
  try {
    const progressOf = createUploadProgress(bundle.sources);
    const named = namesOfColumns(columns);
    const own = { owner: accountId, ownOnly: !services.takesShared };
    const options = { market, domain, columns: named, columnsOfSome: true, ...own };
    const reports = await importBundle(
      bundle,
      options,
      services.imports({
        createdBy,
        onProgress(progress) {
          if (progress.phase === 'reading' && progress.rows > mostRows) throw tooManyRows(mostRows);
          show(progressOf(progress));
        },
      }),
    );
    return [
      ...reports,
      ...refused.map(({ name, reason }) => reportOf(name, { problems: [{ line: 1, reason }] })),
    ];
  } finally {
    await bundle.close();
  }
}

function tooManyRows(most: number): UploadStopped {
  return new UploadStopped(
    `An account without credits imports up to ${most.toLocaleString('en-US')} rows of a file. Buy credits, or upload fewer rows. Nothing of this file was imported.`,
  );
}

/** Writes down how far an upload is: at most once a second, one write at a time, and the end in any case. */
function createRecord(accountId: string, running: KeptUpload, services: UploadRunServices) {
  const { uploads, table, clock } = services;
  let kept: KeptUpload | undefined = running;
  let writing: Promise<void> | undefined;
  let shownAt = 0;
  const write = async (changes: Partial<StoredUpload>, reports?: readonly ImportReport[]) => {
    if (kept) kept = await uploads.save(accountId, kept, { ...changes, touchedAt: clock() }, reports);
  };
  return {
    show(progress: StoredUpload['progress']): void {
      if (!kept) throw new UploadStopped('The upload is gone.');
      if (writing || clock() - shownAt < progressEveryMs) return;
      shownAt = clock();
      // A progress that could not be written down is followed by the next.
      writing = write({ progress })
        .catch(() => {})
        .finally(() => {
          writing = undefined;
        });
    },
    async end(changes: Partial<StoredUpload>, reports?: readonly ImportReport[]): Promise<void> {
      await writing;
      await write({ ...changes, ...(changes.status === 'done' && { progress: null }) }, reports);
      // Only an account's deletion removes an upload that is worked on; what was written meanwhile goes as well.
      if (!(kept ?? (await uploads.find(accountId, running.upload.id))))
        await removeOwnData(table, accountId);
    },
  };
}

/**
 * How far several files are together: each counts by its bytes, and the whole
 * never goes back and never stands at 1, which only the end is.
 */
function createUploadProgress(sources: readonly ImportSource[]) {
  const whole = Math.max(
    1,
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const sizes = new Map(sources.map(({ name, bytes }) => [name, bytes]));
  const shares = new Map<string, number>();
  return ({ source, phase, rows, share }: ImportProgress): NonNullable<UploadRecord['progress']> => {
    shares.set(source.name, Math.max(shares.get(source.name) ?? 0, share ?? 0));
    const done = [...shares].reduce((sum, [name, part]) => sum + part * (sizes.get(name) ?? 0), 0);
    return { phase, file: source.name, rows, share: Math.min(0.99, done / whole) };
  };
}

import { isUploadExpired, toUploadRecord } from '#shared/facts/imports/uploads/upload-store.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type ImportLogic, uploadNamed } from '../import-endpoint.ts';
import type { startUpload as contract } from './contract.ts';

const notStarted = 'The import could not be started. Start it again.';

export const startUpload: ImportLogic<typeof contract> = async ({ caller, parameters, now }, services) => {
  const { uploads, startImport } = services;
  const { accountId } = caller.account;
  const kept = await uploadNamed(services, accountId, parameters.upload_id);
  const shown = toUploadRecord(kept, now);
  // A second press changes nothing.
  if (shown.status !== 'awaiting_files' && shown.status !== 'failed') return { body: shown };
  if (isUploadExpired(kept.upload.id, now))
    throw new ServiceError('not_found', 'The files of this upload are gone. Upload them again.');
  const queued = await uploads.queue(accountId, kept);
  await startImport({ accountId, uploadId: kept.upload.id }).catch(async (cause: unknown) => {
    await uploads.save(accountId, queued, { status: 'failed', message: notStarted });
    throw cause;
  });
  return { body: toUploadRecord(queued, now) };
};

import { toUploadRecord } from '#shared/facts/imports/uploads/upload-store.ts';
import { type ImportLogic, uploadNamed } from '../import-endpoint.ts';
import type { getUpload as contract } from './contract.ts';

export const getUpload: ImportLogic<typeof contract> = async ({ caller, parameters, now }, services) => ({
  body: toUploadRecord(await uploadNamed(services, caller.account.accountId, parameters.upload_id), now),
});

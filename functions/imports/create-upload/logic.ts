import {
  type StoredUpload,
  toUploadRecord,
  uploadsPrefix,
} from '#shared/facts/imports/uploads/upload-store.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ImportLogic } from '../import-endpoint.ts';
import type { createUpload as contract } from './contract.ts';

const linkSeconds = 3_600;

export const createUpload: ImportLogic<typeof contract> = async (
  { caller, body, now },
  { uploads, objects },
) => {
  const { accountId } = caller.account;
  const { location, language, domain } = body;
  // A market that is not served is refused before anything is uploaded.
  resolveMarket({ location, language });
  const id = newId('upl', now);
  const files = body.files.map((file, index) => ({
    ...file,
    key: `${uploadsPrefix}${accountId}/${id}/${index}`,
  }));
  const upload: StoredUpload = {
    id,
    status: 'awaiting_files',
    createdAt: isoTime(now),
    touchedAt: now,
    files,
    ...(domain !== undefined && { domain }),
    market: { location, language },
    progress: null,
    message: null,
  };
  await uploads.create(accountId, upload);
  const addresses = await Promise.all(
    files.map(async ({ name, bytes, key }) => ({
      name,
      url: await objects.uploadUrl(key, { bytes, expiresInSeconds: linkSeconds }),
    })),
  );
  return { body: { upload: toUploadRecord({ upload, reports: [], version: 1 }, now), addresses } };
};

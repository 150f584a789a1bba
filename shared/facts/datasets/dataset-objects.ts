import { objectLifetimes } from '#shared/platform/object-store/object-lifetimes.ts';
import type { DatasetRecord } from './dataset-records.ts';

/** Days for which the rows of a dataset can be read. */
export const datasetDays = objectLifetimes['datasets/'];

/** Under the account, so that an account's data can be found and removed as a whole. */
export function objectKey(
  { accountId, id }: Pick<DatasetRecord, 'accountId' | 'id'>,
  extension = 'ndjson.gz',
): string {
  return `datasets/${accountId}/${id}.${extension}`;
}

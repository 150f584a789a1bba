import type { DatasetRecord } from './dataset-records.ts';

/** Days for which the rows of a dataset can be read. */
export const datasetDays = 7;

/** Key prefix of all objects of datasets; account and id follow. */
export const datasetsPrefix = 'datasets/';

/** Under the account, so that an account's data can be found and removed as a whole. */
export function objectKey(
  { accountId, id }: Pick<DatasetRecord, 'accountId' | 'id'>,
  extension = 'ndjson.gz',
): string {
  return `${datasetsPrefix}${accountId}/${id}.${extension}`;
}

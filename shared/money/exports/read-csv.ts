import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { readWritten, type WrittenFile } from './written-files.ts';

/** The rows of a gzipped CSV file with the columns of these names. The file is checked against its hash before a row of it is given. */
export async function* readCsvRows(
  objects: ObjectStore,
  file: WrittenFile,
  columns: readonly string[],
): AsyncGenerator<unknown> {
  if (file.rows === 0) return;
  const body = await readWritten(objects, file);
  const wanted = (names: readonly string[]) => names.map((name) => columns.includes(name) && name);
  yield* Readable.from([body])
    .pipe(createGunzip())
    .pipe(parse({ columns: wanted }));
}

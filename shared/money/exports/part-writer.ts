import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Column, csvHeader, csvRow } from './columns.ts';
import type { FileLog } from './written-files.ts';

interface PartWriterOptions<Row> {
  readonly log: FileLog;
  /** Ends in `/`. */
  readonly folder: string;
  /** First part of the file names, such as `usage`. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** Makes Parquet as well as CSV; its writer is loaded only then. */
  readonly parquet: boolean;
  readonly partRows: number;
  /** Number of the first file; 1 where it is left out. */
  readonly firstPart?: number;
  readonly accountOf?: (row: Row) => string;
}

/** Writes rows in files of a bounded size, so that memory follows the part and not the day. */
export interface PartWriter<Row> {
  /** Something to wait for where a file is full: waiting for each row would take as long as writing it. */
  add(row: Row): Promise<void> | undefined;
  /** Writes what is left; a data set without rows still gets its one file, with headings only. */
  finish(): Promise<void>;
}

/** Rows in a file: about 20 MB of text while it is being made. */
export const defaultPartRows = 50_000;

export function createPartWriter<Row>(options: PartWriterOptions<Row>): PartWriter<Row> {
  const { log, folder, name, columns, parquet, partRows, firstPart = 1, accountOf } = options;
  let rows: Row[] = [];
  let parts = firstPart - 1;

  async function writePart(): Promise<void> {
    parts += 1;
    const part = `${name}-${String(parts).padStart(5, '0')}`;
    let text = csvHeader(columns);
    for (const row of rows) text += csvRow(columns, row);
    // Compressed by another thread while this one makes the other kind of file.
    const [zipped, columnar] = await Promise.all([
      gzipped(text),
      parquet ? import('./parquet.ts').then(({ parquetFile }) => parquetFile(columns, rows)) : undefined,
    ]);
    const [first] = rows;
    const content = {
      rows: rows.length,
      ...(accountOf && first !== undefined && { first_account: accountOf(first) }),
    };
    await log.put(`${folder}csv/${part}.csv.gz`, zipped, content);
    if (columnar) await log.put(`${folder}parquet/${part}.parquet`, columnar, content);
    rows = [];
  }

  return {
    add(row) {
      rows.push(row);
      return rows.length >= partRows ? writePart() : undefined;
    },
    async finish() {
      if (rows.length > 0 || parts < firstPart) await writePart();
    },
  };
}

/** Place of the byte in a gzip header that names the operating system, and its value for "unknown". */
const gzipSystem = { offset: 9, unknown: 255 } as const;

/** Compressed alike on every system; zlib writes no time of its own. */
async function gzipped(text: string): Promise<Uint8Array> {
  const bytes = await promisify(gzip)(text);
  bytes[gzipSystem.offset] = gzipSystem.unknown;
  return bytes;
}

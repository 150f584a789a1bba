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
}

/** Writes rows in files of a bounded size, so that memory follows the part and not the day. */
export interface PartWriter<Row> {
  add(row: Row): Promise<void>;
  /** Writes what is left; a data set without rows still gets its one file, with headings only. */
  finish(): Promise<void>;
}

/** Rows in a file: about 20 MB of text while it is being made. */
export const defaultPartRows = 50_000;

export function createPartWriter<Row>(options: PartWriterOptions<Row>): PartWriter<Row> {
  const { log, folder, name, columns, parquet, partRows } = options;
  let rows: Row[] = [];
  let parts = 0;

  async function writePart(): Promise<void> {
    parts += 1;
    const part = `${name}-${String(parts).padStart(5, '0')}`;
    const text = csvHeader(columns) + rows.map((row) => csvRow(columns, row)).join('');
    await log.put(`${folder}csv/${part}.csv.gz`, await gzipped(text), rows.length);
    if (parquet) {
      const { parquetFile } = await import('./parquet.ts');
      await log.put(`${folder}parquet/${part}.parquet`, await parquetFile(columns, rows), rows.length);
    }
    rows = [];
  }

  return {
    async add(row) {
      rows.push(row);
      if (rows.length >= partRows) await writePart();
    },
    async finish() {
      if (rows.length > 0 || parts === 0) await writePart();
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

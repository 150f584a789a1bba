import { Readable } from 'node:stream';
import type { ImportBundle, ImportSource } from '#shared/facts/imports/import-source.ts';
import { siteOfArchive } from '../console-columns.ts';

/** A file as it was uploaded, whole. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Unix seconds: when it was uploaded, since a browser does not say when it was written. */
  readonly changedAt: number;
}

/** What all files of an upload may unpack to: archives of text shrink to a tenth, rarely to a fiftieth. */
const largestUnpackedBytes = 1024 ** 3;
const pieceBytes = 256 * 1024;

/** An archive, however it is named. */
const zipStart = [0x50, 0x4b, 0x03, 0x04];
const emptyZipStart = [0x50, 0x4b, 0x05, 0x06];
const gzipStart = [0x1f, 0x8b];
const pdfStart = [0x25, 0x50, 0x44, 0x46];
const oldOfficeStart = [0xd0, 0xcf, 0x11, 0xe0];

/** A file that is refused by its first bytes, with what to do about it. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

export interface OpenedUpload {
  /** All files together, since those of one export tell about each other. */
  readonly bundle: ImportBundle;
  readonly refused: readonly RefusedFile[];
}

/** Opens what was uploaded. What a file is, its content tells and never its name. */
export async function openUpload(files: readonly UploadedFile[]): Promise<OpenedUpload> {
  const opened: OpenedFiles[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const used = opened.flatMap(({ sources }) => sources).reduce((sum, { bytes }) => sum + bytes, 0);
    await openOne(file, largestUnpackedBytes - used).then(
      (found) => opened.push(found),
      (cause: unknown) => refused.push({ name: file.name, reason: messageOf(cause) }),
    );
  }
  const name = files.find((file) => siteOfArchive(file.name) !== undefined)?.name ?? files[0]?.name ?? '';
  const close = async () => {
    for (const { close: closeOne } of opened) closeOne();
  };
  return { bundle: { name, sources: opened.flatMap(({ sources }) => sources), close }, refused };
}

interface OpenedFiles {
  readonly sources: readonly ImportSource[];
  close(): void;
}

/** The texts of one file. Fails with a sentence for the uploader. */
async function openOne(file: UploadedFile, room: number): Promise<OpenedFiles> {
  const reason = refusalOf(file.bytes);
  if (reason !== undefined) throw new Error(reason);
  if (isZip(file.bytes)) return openZip(file, room);
  return { sources: [plainSource(file)], close: () => {} };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function refusalOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty. Export it again.';
  if (startsWith(bytes, gzipStart)) return 'The file is compressed with gzip. Unpack it, or pack it as zip.';
  if (startsWith(bytes, pdfStart)) return 'This is a PDF. Export the table as CSV.';
  if (startsWith(bytes, oldOfficeStart)) return 'This is an old Excel spreadsheet. Save it as CSV.';
  return undefined;
}

async function openZip(file: UploadedFile, room: number) {
  const { zipSources } = await import('../zip-archive.ts');
  const opened = await zipSources(file.name, Buffer.from(file.bytes)).catch((cause: unknown) => {
    throw new Error(`The archive cannot be read. Pack it again as zip. (${messageOf(cause)})`);
  });
  if (opened.entries.some((name) => name === '[Content_Types].xml')) {
    opened.close();
    throw new Error('This is a spreadsheet (XLSX). Save it as CSV, or export it as CSV.');
  }
  const unpacked = opened.sources.reduce((sum, { bytes }) => sum + bytes, 0);
  if (opened.sources.length > 0 && unpacked <= room) return opened;
  opened.close();
  throw new Error(
    opened.sources.length === 0
      ? 'There is no CSV, TSV or JSON file in the archive.'
      : 'Unpacked, the files of an upload may have 1 GB in total. Upload the archive in parts.',
  );
}

function plainSource({ name, bytes, changedAt }: UploadedFile): ImportSource {
  return { name, bytes: bytes.length, changedAt, open: async () => Readable.from(piecesOf(bytes)) };
}

function* piecesOf(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(pieceBytes, bytes.length - at));
}

function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, zipStart) || startsWith(bytes, emptyZipStart);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

import type { Readable } from 'node:stream';
import type { ImportOptions } from './import-services.ts';
import type { ImportSource } from './open-sources.ts';
import { type OpenedText, openText } from './read-records.ts';

/** A file of which the kind is known, still to be read. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly text: OpenedText;
  readonly bytes: Readable;
  /** How many of its bytes were read so far; 0 where that is not known. */
  bytesRead(): number;
}

export async function openFile(source: ImportSource, { columns }: ImportOptions): Promise<OpenedFile> {
  const bytes = await source.open();
  return { source, bytes, text: await openText(bytes, columns), bytesRead: () => readBytes(bytes) };
}

function readBytes(stream: unknown): number {
  const hasCount = typeof stream === 'object' && stream !== null && 'bytesRead' in stream;
  return hasCount && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}

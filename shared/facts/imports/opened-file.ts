import type { Readable } from 'node:stream';
import type { ImportOptions, ImportServices } from './import-services.ts';
import type { ImportSource } from './import-source.ts';
import { type OpenedText, openText } from './read-records.ts';

/** A file of which the kind is known, still to be read. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly text: OpenedText;
  readonly bytes: Readable;
  /** How many of its bytes were read so far, unpacked where it is in an archive. */
  bytesRead(): number;
}

export async function openFile(source: ImportSource, options: ImportOptions): Promise<OpenedFile> {
  const bytes = await source.open();
  let read = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      read += chunk.length;
      yield chunk;
    }
  }
  const text = await openText(counted(), options.columns, options.columnsOfSome);
  return { source, bytes, text, bytesRead: () => read };
}

const rowsBetweenReports = 2_000;
/** Of an import that is read whole before it is written, reading takes about so much. */
export const readingShare = 0.6;

/** Tells how far reading is, every few thousand rows. */
export function createReadingProgress(
  { source, bytesRead }: Pick<OpenedFile, 'source' | 'bytesRead'>,
  onProgress: ImportServices['onProgress'],
) {
  let rows = 0;
  const share = () => {
    const bytes = bytesRead();
    return bytes > 0 ? readingShare * Math.min(1, bytes / Math.max(1, source.bytes)) : undefined;
  };
  return {
    row(): void {
      rows += 1;
      if (rows % rowsBetweenReports === 1) onProgress({ source, phase: 'reading', rows, share: share() });
    },
  };
}

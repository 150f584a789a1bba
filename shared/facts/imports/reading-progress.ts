import type { ImportServices } from './import-services.ts';
import type { OpenedFile } from './opened-file.ts';

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

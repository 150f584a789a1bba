import type { ImportProgress } from '#shared/imports/run-import.ts';

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Between two lines where nobody watches, such as in a log. */
const quietMilliseconds = 5_000;

/** Shows how far an import is: on a terminal one line that changes, elsewhere a line every few seconds. */
export function createProgressLine(output: Terminal, clock: () => number = Date.now) {
  let file: string | undefined;
  let startedAt = clock();
  let shownAt = 0;
  return {
    show(progress: ImportProgress): void {
      if (file !== progress.source.name) {
        file = progress.source.name;
        startedAt = clock();
      }
      if (!output.isTTY && clock() - shownAt < quietMilliseconds) return;
      shownAt = clock();
      const line = progressText(progress, (clock() - startedAt) / 1000);
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (output.isTTY && file !== undefined) output.write('\n');
    },
  };
}

/** `shop.csv: 42 %, 84,000 rows, 5,200 rows/s, 25 s left`. */
export function progressText({ source, bytesRead, rows }: ImportProgress, seconds: number): string {
  const rate = seconds > 0 ? Math.round(rows / seconds) : 0;
  const share = source.bytes > 0 ? Math.min(1, bytesRead / source.bytes) : 0;
  const parts = [`${rows.toLocaleString('en-US')} rows`, `${rate.toLocaleString('en-US')} rows/s`];
  if (share === 0) return `${source.name}: ${parts.join(', ')}`;
  const left = Math.round((seconds * (1 - share)) / share);
  return `${source.name}: ${Math.round(share * 100)} %, ${parts.join(', ')}, ${left} s left`;
}

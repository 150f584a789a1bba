import type { ImportProgress } from '#shared/facts/imports/run-import.ts';

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Between two lines of output that is not a terminal, such as a log. */
const quietMilliseconds = 5_000;

/** Shows how far an import is: on a terminal one line that changes, elsewhere a line every few seconds. */
export function createProgressLine(output: Terminal, clock: () => number = Date.now) {
  let shown: Pick<ImportProgress, 'source' | 'phase'> | undefined;
  let startedAt = clock();
  let shownAt = clock();
  return {
    show(progress: ImportProgress): void {
      if (shown?.source !== progress.source || shown.phase !== progress.phase) {
        shown = progress;
        startedAt = clock();
      }
      if (!output.isTTY && clock() - shownAt < quietMilliseconds) return;
      shownAt = clock();
      const line = progressText(progress, (clock() - startedAt) / 1000);
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (output.isTTY && shown !== undefined) output.write('\n');
    },
  };
}

/**
 * `shop.csv: 42 %, 84,000 rows, 5,200 rows/s, 25 s left`, then
 * `shop.csv: 200,000 rows written, counting their domains, 30 %, 7 s left`.
 * `seconds` are those of the phase.
 */
export function progressText({ source, phase, rows, share }: ImportProgress, seconds: number): string {
  const count = `${rows.toLocaleString('en-US')} rows`;
  const rate = `${Math.round(rows / Math.max(seconds, 1)).toLocaleString('en-US')} rows/s`;
  const percent = share === undefined ? [] : [`${Math.round(share * 100)} %`];
  const left = share ? [`${Math.round((seconds * (1 - share)) / share)} s left`] : [];
  const parts =
    phase === 'writing'
      ? [...percent, count, rate, ...left]
      : [`${count} written`, 'counting their domains', ...percent, ...left];
  return `${source.name}: ${parts.join(', ')}`;
}

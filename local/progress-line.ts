import type { ImportProgress } from '#shared/facts/imports/import-services.ts';

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
  let startShare = 0;
  let shownAt = clock();
  return {
    show(progress: ImportProgress): void {
      if (shown?.source !== progress.source || shown.phase !== progress.phase) {
        shown = progress;
        startedAt = clock();
        startShare = progress.share ?? 0;
      }
      if (!output.isTTY && clock() - shownAt < quietMilliseconds) return;
      shownAt = clock();
      const line = progressText(progress, (clock() - startedAt) / 1000, startShare);
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (output.isTTY && shown !== undefined) output.write('\n');
    },
  };
}

/**
 * `shop.csv: writing, 42 %, 84,000 rows, 5,200 rows/s, 25 s left`; then
 * `shop.csv: counting domains, 93 %, 200,000 rows, 2 s left`. `seconds` are those
 * of the phase, `share` of which it began at; 100 % is never shown, since the line ends
 * with the work.
 */
export function progressText(
  { source, phase, rows, unit = 'rows', share }: ImportProgress,
  seconds: number,
  startShare = 0,
): string {
  const count = `${rows.toLocaleString('en-US')} ${unit}`;
  const rate = `${Math.round(rows / Math.max(seconds, 1)).toLocaleString('en-US')} ${unit}/s`;
  const percent = share === undefined ? [] : [`${Math.min(99, Math.floor(share * 100))} %`];
  const done = (share ?? 0) - startShare;
  const left =
    share !== undefined && done > 0 ? [`${Math.round((seconds * (1 - share)) / done)} s left`] : [];
  const parts = [phaseNames[phase], ...percent, count, ...(phase === 'counting' ? [] : [rate]), ...left];
  return `${source.name}: ${parts.join(', ')}`;
}

const phaseNames = { reading: 'reading', writing: 'writing', counting: 'counting domains' } as const;

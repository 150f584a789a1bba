import { createProgressLine, progressText } from '#local/terminal.ts';
import type { ImportProgress } from '#shared/facts/imports/import-services.ts';
import { sourceOf } from '#test/support/index/import-world.ts';

const source = sourceOf('', 'shop.csv');
const writing = (rows: number, share?: number): ImportProgress => ({ source, phase: 'writing', rows, share });
const counting = (share: number): ImportProgress => ({ source, phase: 'counting', rows: 200_000, share });

describe('the progress of an import', () => {
  it('tells rows, rate and time left, and of counting how far it is', () => {
    expect(progressText(writing(84_000, 0.42), 20)).toBe(
      'shop.csv: writing, 42 %, 84,000 rows, 4,200 rows/s, 28 s left',
    );
    expect(progressText(writing(84_000), 20)).toBe('shop.csv: writing, 84,000 rows, 4,200 rows/s');
    // A fifth of all was left when counting began; of that a quarter took ten seconds.
    expect(progressText(counting(0.85), 10, 0.8)).toBe(
      'shop.csv: counting domains, 85 %, 200,000 rows, 30 s left',
    );
  });

  it('claims no rate and no end before anything is written, and never that all is done', () => {
    expect(progressText(writing(0), 0)).toBe('shop.csv: writing, 0 rows, 0 rows/s');
    expect(progressText(counting(1), 10, 0.8)).toContain('99 %');
  });

  it('changes one line on a terminal, and elsewhere writes one every few seconds', () => {
    for (const [isTTY, expected] of [
      [true, 4],
      [false, 1],
    ] as const) {
      const lines: string[] = [];
      let now = 1_000_000;
      const line = createProgressLine({ isTTY, write: (text) => lines.push(text) }, () => now);
      for (const rows of [0, 100, 200, 300]) {
        line.show(writing(rows, rows / 1000));
        now += 2_000;
      }
      expect(lines).toHaveLength(expected);
      // The rate is that since the file was begun.
      expect(lines.at(-1)).toContain('50 rows/s, 14 s left');
    }
  });
});

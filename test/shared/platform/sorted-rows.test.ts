import * as fc from 'fast-check';
import { sortedRows } from '#shared/platform/sorted-rows.ts';

interface Row {
  readonly key: number;
  readonly text: string;
}

const format = {
  write: ({ key, text }: Row) => JSON.stringify([key, text]),
  read(line: string): Row {
    const [key, text] = JSON.parse(line) as [number, string];
    return { key, text };
  },
};
const byKey = (a: Row, b: Row) => a.key - b.key;

async function* inParts(parts: readonly (readonly Row[])[]) {
  yield* parts;
}

async function sorted(parts: readonly (readonly Row[])[], runLength: number) {
  const rows: Row[] = [];
  for await (const part of sortedRows(inParts(parts), byKey, format, runLength)) rows.push(...part);
  return rows;
}

describe('rows that are sorted in little memory', () => {
  const row = fc.record({ key: fc.integer({ min: 0, max: 9 }), text: fc.string() });

  it('are those that were given, in order, and alike ones in the order they were given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 30 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, runLength) => {
          expect(await sorted(parts, runLength)).toEqual(parts.flat().toSorted(byKey));
        },
      ),
    );
  });

  it('come from many runs, each larger than what is unpacked at once', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => ({
      key: (at * 7_919) % 10_007,
      text: `row ${at} ${'x'.repeat(40)}`,
    }));
    const parts = Array.from({ length: 6 }, (_, at) => rows.slice(at * 5_000, (at + 1) * 5_000));
    expect(await sorted(parts, 4_000)).toEqual(rows.toSorted(byKey));
  });
});

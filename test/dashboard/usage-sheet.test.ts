import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from '#shared/platform/csv.ts';
import { Problem } from '../../dashboard/src/api/problem.ts';
import { collectSheet } from '../../dashboard/src/pages/activity/usage-sheet.ts';

const names = csvLine(['id', 'arguments']);

/** Parts as the service gives them, each with its line of names; a part may be without rows. */
function partsOf(pages: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const read = async (cursor: string) => {
    asked.push(cursor);
    const at = Number(cursor);
    const lines = (pages[at] ?? []).map((text, row) => csvLine([`${at}-${row}`, text]));
    return { text: names + lines.join(''), nextCursor: at + 1 < pages.length ? String(at + 1) : undefined };
  };
  return { asked, read };
}

const whole = (pages: readonly (readonly string[])[]) =>
  names + pages.flatMap((page, at) => page.map((text, row) => csvLine([`${at}-${row}`, text]))).join('');

describe('the spreadsheet of a log', () => {
  it('is byte for byte what one answer of all rows would be, whatever they hold and wherever they are cut', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '@cmd', 'a;=1+1', '"quoted", and more', 'one\nline and another', '+ä €'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text), { minLength: 1 }), async (pages) => {
        const file = await collectSheet(partsOf(pages).read, () => undefined);
        expect(file.type).toBe('text/csv');
        expect(await file.text()).toBe(whole(pages));
      }),
      { seed: 43, numRuns: 100 },
    );
  });

  it('asks for each part once, counts as it goes, and leaves formulas disarmed', async () => {
    const { asked, read } = partsOf([['=1+1', 'tent'], [], ['@cmd']]);
    const counted: number[] = [];
    const file = await collectSheet(read, (rows) => counted.push(rows));
    const rows: readonly string[][] = parse(await file.text());
    expect(rows.slice(1).map(([, text]) => text)).toEqual(["'=1+1", 'tent', "'@cmd"]);
    expect([asked, counted]).toEqual([
      ['', '1', '2'],
      [2, 2, 3],
    ]);
  });

  it('waits where the rate limit is reached, and gives up on any other refusal', async () => {
    const { asked, read } = partsOf([['tent'], ['stove']]);
    let refusals = 1;
    const limited = async (cursor: string) => {
      if (cursor === '1' && refusals-- > 0) throw new Problem(429, {}, '0');
      return read(cursor);
    };
    const file = await collectSheet(limited, () => undefined);
    expect([await file.text(), asked]).toEqual([whole([['tent'], ['stove']]), ['', '1']]);
    const refused = collectSheet(
      async () => Promise.reject(new Problem(403, {}, null)),
      () => undefined,
    );
    await expect(refused).rejects.toMatchObject({ status: 403 });
  });
});

import fc from 'fast-check';
import { csvLine } from '#shared/platform/csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

describe('a cell of a CSV file', () => {
  it.each([' =1', '\n=1', '\u00a0=1', '\0=1', '＝1', '\u200b=1', '\t=1', '\ttext', '\r@x'])(
    'is no formula: %j',
    (text) => {
      expect(csvLine([text]).replace(/^"/u, '').startsWith("'")).toBe(true);
    },
  );

  it('is no formula either where a locale splits cells at semicolons or tabs', () => {
    expect(csvLine(['a;=1+1'])).toBe('"a;\'=1+1"\r\n');
    expect(csvLine(['a\t @x'])).toBe('"a\t\' @x"\r\n');
  });

  it('leaves numbers and harmless text as they are', () => {
    expect(csvLine([-1, 0.5, 'a-b', 'x=1', 'Größe', true, null])).toBe('-1,0.5,a-b,x=1,Größe,true,\r\n');
  });

  it('is never a formula, whatever blanks stand in front of the sign', () => {
    const blank = fc.constantFrom(' ', '\t', '\n', '\r', '\0', '\u00a0', '\u2003', '\ufeff', '\u200b');
    fc.assert(
      fc.property(fc.array(blank), fc.constantFrom(...signs), fc.string(), (blanks, sign, rest) => {
        const cell = csvLine([blanks.join('') + sign + rest]);
        expect(cell.replace(/^"/u, '').startsWith("'")).toBe(true);
      }),
    );
  });
});

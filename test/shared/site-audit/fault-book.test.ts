import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { createFaultBook } from '#shared/site-audit/whole/fault-book.ts';

const urls = ['https://shop.com/', 'https://shop.com/a b', 'https://shop.com/ü?x=1', 'https://shop.com/b'];
const fault = fc.record({
  issue: fc.constantFrom('title_missing', 'http_4xx', 'lang_missing'),
  url: fc.constantFrom(...urls),
});
const faults = fc.array(fault, { maxLength: 20 });
type Faults = readonly { readonly issue: string; readonly url: string }[];

const lineOf = ({ issue, url }: Faults[number]) => `${issue} ${url}`;

/** The simple way: both lists in memory. */
function comparedInMemory(now: Faults, earlier: Faults, working: ReadonlySet<string>) {
  const [current, before] = [new Set(now.map(lineOf)), new Set(earlier.map(lineOf))];
  const ofEarlier = ({ url }: Faults[number]) => (working.has(url) ? 'mended' : 'gone');
  const all = new Map([...now, ...earlier].map((one) => [lineOf(one), one]));
  return [...all].map(([line, one]) => {
    if (current.has(line)) return { ...one, verdict: before.has(line) ? 'still' : 'new' };
    return { ...one, verdict: ofEarlier(one) };
  });
}

const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe('faults of a crawl beside those of the one before', () => {
  it('have on disk the states that two lists in memory give them', () => {
    fc.assert(
      fc.property(faults, faults, fc.subarray(urls), (now, earlier, works) => {
        const working = new Set(works);
        const database = new DatabaseSync('');
        const book = createFaultBook(database);
        for (const { issue, url } of now) book.note(issue, url);
        expect([...book.lines()]).toEqual([...new Set(now.map(lineOf))].toSorted());
        for (const one of earlier) book.noteLine(lineOf(one));
        const compared = [...book.changes((url) => working.has(url))];
        expect(inOrder(compared)).toEqual(inOrder(comparedInMemory(now, earlier, working)));
        database.close();
      }),
    );
  });
});

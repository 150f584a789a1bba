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

interface Crawled {
  readonly faults: Faults;
  readonly asked: readonly string[];
  readonly isWhole: boolean;
}
const crawled = fc.record({ faults, asked: fc.subarray(urls), isWhole: fc.boolean() });

/** The simple way: both lists in memory. */
function comparedInMemory(now: Crawled, earlier: Crawled, working: ReadonlySet<string>) {
  const [current, before] = [now, earlier].map((crawl) => new Set(crawl.faults.map(lineOf)));
  const all = new Map([...now.faults, ...earlier.faults].map((one) => [lineOf(one), one]));
  const knew = ({ asked, isWhole }: Crawled, url: string) => isWhole || asked.includes(url);
  const isSure = ({ isWhole }: Crawled, line: string) => isWhole || !line.startsWith('http_4xx');
  const verdictOf = (line: string, url: string) => {
    if (current?.has(line) && before?.has(line)) return 'still';
    if (current?.has(line)) return isSure(earlier, line) && knew(earlier, url) && 'new';
    return working.has(url) ? isSure(now, line) && 'mended' : knew(now, url) && 'gone';
  };
  return [...all]
    .map(([line, one]) => ({ ...one, verdict: verdictOf(line, one.url) }))
    .filter(({ verdict }) => verdict);
}

const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe('faults of a crawl beside those of the one before', () => {
  it('have on disk the states that two lists in memory give them', () => {
    const bookOf = (database: DatabaseSync, { faults: found, asked }: Crawled) => {
      const book = createFaultBook(database);
      for (const { issue, url } of found) book.note(issue, url);
      for (const url of asked) book.noteAsked(url);
      return book;
    };
    fc.assert(
      fc.property(crawled, crawled, fc.subarray(urls), (now, earlier, works) => {
        const working = new Set(works);
        const [database, databaseBefore] = [new DatabaseSync(''), new DatabaseSync('')];
        const book = bookOf(database, now);
        for (const line of bookOf(databaseBefore, earlier).lines()) book.noteLine(line);
        const compared = book.changes({
          works: (url) => working.has(url),
          ...{ isWhole: now.isWhole, wasWhole: earlier.isWhole },
        });
        const judged = [...compared].flatMap(({ issue, url, verdict }) =>
          verdict ? { issue, url, verdict } : [],
        );
        expect(inOrder(judged)).toEqual(inOrder(comparedInMemory(now, earlier, working)));
        for (const one of [database, databaseBefore]) one.close();
      }),
    );
  });
});

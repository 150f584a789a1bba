import type { DatabaseSync } from 'node:sqlite';

const tables = `
  CREATE TABLE fault (
    issue TEXT, url TEXT, now INTEGER DEFAULT 0, earlier INTEGER DEFAULT 0, PRIMARY KEY (issue, url)
  ) WITHOUT ROWID`;

type Verdict = 'new' | 'mended' | 'still' | 'gone';

/** The faults of a crawl and of the one before it, each by its check and address, on disk: none of them is held. */
export function createFaultBook(database: DatabaseSync) {
  database.exec(tables);
  const noteIn = (crawl: 'now' | 'earlier') => {
    const note = database.prepare(
      `INSERT INTO fault (issue, url, ${crawl}) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET ${crawl} = 1`,
    );
    return (issue: string, url: string): void => {
      note.run(issue, url);
    };
  };
  const noteEarlier = noteIn('earlier');
  const ordered = (which: string) =>
    Iterator.from(database.prepare(`SELECT * FROM fault WHERE ${which} ORDER BY issue, url`).iterate());
  return {
    note: noteIn('now'),
    /** Those of the crawl before, as it wrote them. */
    noteLine(line: string): void {
      const space = line.indexOf(' ');
      noteEarlier(line.slice(0, space), line.slice(space + 1));
    },
    /** Those of this crawl, for the next one. */
    lines: () => ordered('now').map(({ issue, url }) => `${issue} ${url}`),
    /** All of both, each with its state; `works` tells whether an address is a page of the site now. */
    changes: (works: (url: string) => boolean) =>
      ordered('true').map(({ issue, url, now, earlier }) => ({
        issue: String(issue),
        url: String(url),
        verdict: verdictOf(now === 1, earlier === 1, works(String(url))),
      })),
  };
}

function verdictOf(isNow: boolean, wasEarlier: boolean, works: boolean): Verdict {
  if (isNow) return wasEarlier ? 'still' : 'new';
  return works ? 'mended' : 'gone';
}

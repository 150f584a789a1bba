import type { DatabaseSync } from 'node:sqlite';
import type { Severity } from '../checks/check.ts';
import { checkById } from './kept-pages.ts';

const tables = `
  CREATE TABLE fault (
    issue TEXT, url TEXT, now INTEGER DEFAULT 0, earlier INTEGER DEFAULT 0, PRIMARY KEY (issue, url)
  ) WITHOUT ROWID`;
/** An address that a crawl has asked for, in place of a check. */
const asked = '';
const all = `
  SELECT fault.*, seen.now AS asked_now, seen.earlier AS asked_earlier
  FROM fault LEFT JOIN fault AS seen ON seen.issue = '${asked}' AND seen.url = fault.url
  WHERE fault.issue <> '${asked}'
  ORDER BY fault.now = fault.earlier, fault.now DESC, fault.issue, fault.url`;

interface Compared {
  /** Whether an address is a page of the site now. */
  works(url: string): boolean;
  /** Whether nothing was left unread. */
  readonly isWhole: boolean;
  readonly wasWhole: boolean;
}

/** A fault of either crawl. */
export interface FaultChange {
  readonly issue: string;
  readonly severity: Severity | undefined;
  readonly url: string;
  /** Undefined where one of the crawls left its address unread. */
  readonly verdict: Verdict | undefined;
}

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
  const [note, noteEarlier] = [noteIn('now'), noteIn('earlier')];
  const rows = (query: string) => Iterator.from(database.prepare(query).iterate());
  return {
    note,
    noteAsked: (url: string) => note(asked, url),
    /** What the crawl before wrote. */
    noteLine(line: string): void {
      const space = line.indexOf(' ');
      noteEarlier(line.slice(0, space), line.slice(space + 1));
    },
    /** What this crawl noted, for the next one. */
    lines: () =>
      rows('SELECT * FROM fault WHERE now ORDER BY issue, url').map(({ issue, url }) => `${issue} ${url}`),
    /** All of both, each with its state; without one those of addresses that one of the crawls left unread. */
    changes: (compared: Compared) =>
      rows(all).map((row): FaultChange => {
        const issue = String(row.issue);
        const severity = checkById.get(issue)?.severity;
        return { issue, severity, url: String(row.url), verdict: verdictOf(row, compared) };
      }),
  };
}

type Verdict = 'new' | 'mended' | 'still' | 'gone';

/** What shows beside other pages alone, a crawl that left some unread may have missed. */
function isSure(issue: unknown, isWhole: boolean, isAsked: boolean): boolean {
  const scope = checkById.get(String(issue))?.scope;
  return isWhole || (isAsked && (scope === 'document' || scope === 'response'));
}

function verdictOf(
  { issue, url, now, earlier, asked_now: isAsked, asked_earlier: wasAsked }: Record<string, unknown>,
  { works, isWhole, wasWhole }: Compared,
): Verdict | undefined {
  if (now === 1 && earlier === 1) return 'still';
  if (now === 1) return isSure(issue, wasWhole, wasAsked === 1) ? 'new' : undefined;
  if (works(String(url))) return isSure(issue, isWhole, true) ? 'mended' : undefined;
  return isWhole || isAsked === 1 ? 'gone' : undefined;
}

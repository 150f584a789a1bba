import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import type { Check } from '../checks/check.ts';
import type { Finding, FindingList } from '../checks/run-checks.ts';
import { documentFrom, indexabilityFrom, pageFrom, placesIn, shelvedTexts } from '../crawl/kept-page.ts';
import type { PageRecord } from '../crawl/page-record.ts';
import { createPatternBook, shapeOf } from '../crawl/url-pattern.ts';
import type { PageDocument } from '../document/page-document.ts';
import { checkById } from './kept-pages.ts';

/** Pages that are held as they were last read: checks ask for one several times in a row. */
const mostHeld = 16;

const tables = `
  PRAGMA journal_mode = OFF;
  CREATE TABLE page (place INTEGER PRIMARY KEY, text TEXT, document TEXT, indexability TEXT, names BLOB);
  CREATE TABLE finding (issue TEXT, page INTEGER, url TEXT, selector TEXT, excerpt TEXT);
  BEGIN`;

export type PageShelf = ReturnType<typeof openShelf>;

/** What was read of a whole site, on disk, in a file that goes with it: memory holds where a page is, and no finding. */
export function openShelf() {
  // Without a name, SQLite makes a file that nobody else sees.
  const database = new DatabaseSync('');
  database.exec(tables);
  const insertPage = database.prepare('INSERT INTO page VALUES (?, ?, ?, ?, ?)');
  const pages: PageRecord[] = [];
  const places = new Map<string, number>();
  const book = createPatternBook();
  const handleOf = createHandles({ ...createReader(database), book });
  return {
    pages,
    findings: createFindings(database, pages, places),
    add(page: PageRecord): void {
      const { url, key } = page;
      const place = pages.length;
      pages.push(handleOf({ url, key, place }));
      places.set(url, place);
      book.add(shapeOf(new URL(url)));
      const { text, document, indexability } = shelvedTexts(page);
      const names = new Uint8Array(placesIn(page.document).buffer);
      insertPage.run(place, text, document ?? null, indexability, names);
    },
    close: () => database.close(),
  };
}

function createReader(database: DatabaseSync) {
  const column = (name: string) => {
    const statement = database.prepare(`SELECT ${name} AS found FROM page WHERE place = ?`);
    return (place: number) => statement.get(place)?.found;
  };
  const [textAt, documentAt, indexabilityAt] = [column('text'), column('document'), column('indexability')];
  const namesAt = column('names');
  return {
    page: holding((place) => pageFrom(String(textAt(place)))),
    document: holding((place): PageDocument | undefined => {
      const text = documentAt(place);
      return typeof text === 'string' ? documentFrom(text, () => namesAt(place)) : undefined;
    }),
    indexability: holding((place) => indexabilityFrom(String(indexabilityAt(place)))),
  };
}

/** Gives what was read last without reading it again. */
function holding<Kept>(read: (place: number) => Kept): (place: number) => Kept {
  const held = new Map<number, Kept>();
  return (place) => {
    const known = held.get(place);
    if (known !== undefined) return known;
    const found = read(place);
    if (held.size >= mostHeld) held.clear();
    held.set(place, found);
    return found;
  };
}

/** Each under the page that it is on, so that its address is not held twice. */
function createFindings(
  database: DatabaseSync,
  pages: readonly PageRecord[],
  places: ReadonlyMap<string, number>,
): FindingList {
  const insert = database.prepare('INSERT INTO finding VALUES (?, ?, ?, ?, ?)');
  /** Addresses of what is told once for the site, which has no row but its first. */
  const once = new Map<Check, string[]>();
  let length = 0;
  const finding = ({ issue, page, url, selector, excerpt }: Record<string, unknown>): Finding[] => {
    const check = checkById.get(String(issue));
    const address = pages[Number(page ?? -1)]?.url ?? String(url);
    const evidence = { selector: String(selector), excerpt: String(excerpt) };
    if (check === undefined) return [];
    const urls = once.get(check);
    return [{ check, url: address, evidence, ...(urls && { urls }) }];
  };
  return {
    get length() {
      return length;
    },
    push({ check, url, evidence: { selector, excerpt } }): number {
      const place = places.get(url) ?? null;
      const address = pages[place ?? -1]?.url ?? url;
      const known = once.get(check);
      known?.push(address);
      if (known !== undefined) return length;
      if (check.once === true) once.set(check, [address]);
      insert.run(check.id, place, place === null ? url : null, selector, excerpt);
      length += 1;
      return length;
    },
    values: () =>
      Iterator.from(database.prepare('SELECT * FROM finding ORDER BY rowid').iterate()).flatMap(finding),
  };
}

type Reader = ReturnType<typeof createReader> & { readonly book: ReturnType<typeof createPatternBook> };

interface Shelved extends Pick<PageRecord, 'url' | 'key'> {
  readonly place: number;
}

const shelvedPage = v.custom<PageRecord>(isRecord);

/** Pages that are read when something of them is asked for. */
function createHandles({ page, document, indexability, book }: Reader) {
  const read = (shelved: Shelved, name: string | symbol): unknown => {
    const { url, place } = shelved;
    if (name in shelved) return Reflect.get(shelved, name);
    if (name === 'document') return document(place);
    if (name === 'indexability') return indexability(place);
    // It shows once all addresses are known.
    if (name === 'pattern' && !page(place).isHome) return book.patternOf(shapeOf(new URL(url)));
    return Reflect.get(page(place), name);
  };
  const handler = { get: read };
  return (shelved: Shelved): PageRecord => v.parse(shelvedPage, new Proxy(shelved, handler));
}

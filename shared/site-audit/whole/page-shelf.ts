import { DatabaseSync } from 'node:sqlite';
import type { Finding, FindingList } from '../checks/run-checks.ts';
import { documentFrom, indexabilityFrom, pageFrom, placesIn, shelvedTexts } from '../crawl/kept-page.ts';
import type { PageRecord } from '../crawl/page-record.ts';
import { createPatternBook, shapeOf } from '../crawl/url-pattern.ts';
import type { PageDocument } from '../document/page-document.ts';
import { createFaultBook } from './fault-book.ts';
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
  const reader = { ...createReader(database), book };
  return {
    pages,
    findings: createFindings(database, pages, places),
    faults: createFaultBook(database),
    add(page: PageRecord): void {
      const { url } = page;
      const place = pages.push(new ShelvedPage(page, pages.length, reader)) - 1;
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
  let length = 0;
  const finding = ({ issue, page, url, selector, excerpt }: Record<string, unknown>): Finding[] => {
    const check = checkById.get(String(issue));
    const address = pages[Number(page ?? -1)]?.url ?? String(url);
    const evidence = { selector: String(selector), excerpt: String(excerpt) };
    return check === undefined ? [] : [{ check, url: address, evidence }];
  };
  return {
    get length() {
      return length;
    },
    push({ check, url, evidence: { selector, excerpt } }): number {
      const place = places.get(url) ?? null;
      insert.run(check.id, place, place === null ? url : null, selector, excerpt);
      length += 1;
      return length;
    },
    values: () =>
      Iterator.from(database.prepare('SELECT * FROM finding ORDER BY rowid').iterate()).flatMap(finding),
  };
}

type Reader = ReturnType<typeof createReader> & { readonly book: ReturnType<typeof createPatternBook> };

/** A page of which the address is held; everything else is read from the shelf each time that it is asked for. */
class ShelvedPage implements PageRecord {
  readonly url: string;
  readonly key: string;
  readonly #place: number;
  readonly #reader: Reader;
  constructor({ url, key }: PageRecord, place: number, reader: Reader) {
    this.url = url;
    this.key = key;
    this.#place = place;
    this.#reader = reader;
  }
  get #kept() {
    return this.#reader.page(this.#place);
  }
  get document() {
    return this.#reader.document(this.#place);
  }
  get indexability() {
    return this.#reader.indexability(this.#place);
  }
  /** It shows once all addresses are known. */
  get pattern() {
    const { isHome, pattern } = this.#kept;
    return isHome ? pattern : this.#reader.book.patternOf(shapeOf(new URL(this.url)));
  }
  get requestedUrl() {
    return this.#kept.requestedUrl;
  }
  get status() {
    return this.#kept.status;
  }
  get response() {
    return this.#kept.response;
  }
  get bodyBytes() {
    return this.#kept.bodyBytes;
  }
  get bodyHash() {
    return this.#kept.bodyHash;
  }
  get looksLikeHtml() {
    return this.#kept.looksLikeHtml;
  }
  get fingerprint() {
    return this.#kept.fingerprint;
  }
  get isOwnCanonical() {
    return this.#kept.isOwnCanonical;
  }
  get robots() {
    return this.#kept.robots;
  }
  get class() {
    return this.#kept.class;
  }
  get shellSign() {
    return this.#kept.shellSign;
  }
  get isHome() {
    return this.#kept.isHome;
  }
  get inSitemap() {
    return this.#kept.inSitemap;
  }
  get exclusion() {
    return this.#kept.exclusion;
  }
}

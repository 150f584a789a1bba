import { DatabaseSync } from 'node:sqlite';
import { trafficUnits } from '#shared/facts/ports/search-index.ts';
import { domain, keywords, listings, rivals, rowsInListing } from './generated-market.ts';

/**
 * The same rows as anybody would keep them in one SQLite file: a row for each
 * keyword and each result, indexes for every question, words in a full-text
 * table. Nothing is counted ahead, so every question counts what it asks for.
 */
export interface SqliteMarket {
  /** Rows of the answer to the question of this name. */
  ask(question: string): number;
  close(): void;
}

const schema = `
create table keyword (id integer primary key, text text not null unique, volume integer, cpc real, difficulty integer);
create table posting (keyword integer not null, position integer not null, site text not null, url text not null, traffic integer not null);
create virtual table words using fts5 (text, content='keyword', content_rowid='id');
pragma journal_mode = off; pragma synchronous = off;
`;
const indexes = `
create index posting_of_keyword on posting (keyword, position);
create index posting_of_site on posting (site, traffic desc);
create index posting_of_url on posting (url, traffic desc);
insert into words (words) values ('rebuild');
analyze;
`;

export function openSqliteMarket(file: string, postings: number): SqliteMarket {
  const database = new DatabaseSync(file);
  database.exec(schema);
  fill(database, postings);
  database.exec(indexes);
  const statements = prepare(database);
  return {
    ask(question) {
      const asked = statements.get(question);
      if (asked === undefined) throw new Error(`SQLite is not asked "${question}".`);
      return asked();
    },
    close: () => database.close(),
  };
}

function fill(database: DatabaseSync, postings: number): void {
  const keyword = database.prepare('insert into keyword values (?, ?, ?, ?, ?)');
  const posting = database.prepare('insert into posting values (?, ?, ?, ?, ?)');
  database.exec('begin');
  let id = 0;
  for (const { keyword: text, metrics, listing } of listings(postings / rowsInListing)) {
    id += 1;
    const volume = metrics?.volume ?? null;
    keyword.run(id, text, volume, metrics?.cpc ?? null, metrics?.difficulty ?? null);
    for (const { position, root, url } of listing?.rows ?? [])
      posting.run(id, position, root, url, trafficUnits(volume, position));
  }
  database.exec('commit');
}

const places = (values: readonly string[]) => values.map(() => '?').join(', ');

function prepare(database: DatabaseSync): ReadonlyMap<string, () => number> {
  const rows = (sql: string) => {
    const statement = database.prepare(sql);
    return (...values: readonly string[]) => statement.all(...values).length;
  };
  const counts = rows(
    'select count(*), sum(position <= 3), sum(position <= 10), sum(traffic) from posting where site = ?',
  );
  const ranked = (limit: number) =>
    rows(
      `select k.*, p.* from posting p join keyword k on k.id = p.keyword where site = ? order by traffic desc limit ${limit}`,
    );
  const pages = rows(
    'select url, count(*), sum(traffic) as t from posting where site = ? group by url order by t desc limit 10',
  );
  const competitors = (limit: number) =>
    rows(
      `select o.site, count(*) as n, avg(o.position) from posting p join posting o on o.keyword = p.keyword and o.site <> p.site where p.site = ? group by o.site order by n desc limit ${limit}`,
    );
  const gap = (limit: number) =>
    rows(
      `select k.text, min(p.position) from posting p join keyword k on k.id = p.keyword where p.site in (${places(rivals)}) and not exists (select 1 from posting t where t.keyword = p.keyword and t.site = ?) group by p.keyword order by k.volume desc limit ${limit}`,
    );
  const detail = rows(
    'select * from keyword k join posting p on p.keyword = k.id where k.text = ? order by p.position',
  );
  const page = rows(
    'select k.*, p.* from posting p join keyword k on k.id = p.keyword where url = ? order by traffic desc limit 25',
  );
  const positions = rows(
    `select k.text, p.position, p.url from keyword k left join posting p on p.keyword = k.id and p.site = ? where k.text in (${places(keywords)})`,
  );
  const matching = rows(
    'select k.* from words w join keyword k on k.id = w.rowid where words match ? order by k.volume desc limit 25',
  );
  const top = { fifty: ranked(50), hundred: ranked(100) };
  const rivalsOf = { ten: competitors(10), hundred: competitors(100) };
  const gaps = { fifty: gap(50), twoHundred: gap(200) };
  const [keyword = ''] = keywords;
  return new Map<string, () => number>([
    ['snapshot', () => counts(domain) + top.fifty(domain) + pages(domain) + rivalsOf.ten(domain)],
    ['ranked keywords, 100', () => top.hundred(domain)],
    ['top pages', () => pages(domain)],
    ['keyword with listing', () => detail(keyword)],
    ['page', () => page(`https://${domain}/category/page-0`)],
    ['visibility, 100 keywords', () => positions(domain, ...keywords)],
    ['ideas, 25', () => matching('coffee OR grinder')],
    ['suggestions, 25', () => matching('coffee')],
    ['related, 25', () => matching(keyword.split(' ').join(' OR '))],
    ['competitors, 100', () => rivalsOf.hundred(domain)],
    ['gap, 10 competitors', () => gaps.fifty(...rivals, domain)],
    ['gap, 10 competitors, limit 200', () => gaps.twoHundred(...rivals, domain)],
  ]);
}

import { parse as parseDomain } from 'tldts';
import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { NotAGraphFile, type ParseLine, type SkippedRows } from './graph-lines.ts';
import { createGraphLinks, createSiteLinks, type GraphLinks } from './graph-release.ts';
import type { OpenList } from './open-lists.ts';

/** A domain's place in a list: a band such as 10,000 of CrUX, a position of Majestic. */
export interface ListedDomain {
  readonly domain: string;
  readonly place: number;
  /** Majestic's count of referring subnets and addresses. */
  readonly subnets?: number;
  readonly addresses?: number;
}

/**
 * Origins of a CrUX list with their band, `origin,rank`. Origins of one domain
 * may differ in band: each is given, and the best of them counts.
 */
export function cruxParser(skipped: SkippedRows): ParseLine<ListedDomain> {
  let isFirst = true;
  return (line) => {
    // Caches in parts have a header in the first part only.
    if (line === 'origin,rank') return undefined;
    const row = cruxRow(line.split(','));
    if (isFirst && !row)
      throw new NotAGraphFile('This is not a list of CrUX: its lines are not origin,rank.');
    isFirst = false;
    if (!row) skipped.add('not an origin with a band', line);
    return row;
  };
}

/** 1000, 5000, 10000 … 50 million. */
const band = /^[15]0{3,7}$/;

function cruxRow([origin = '', rank = '', ...more]: readonly string[]): ListedDomain | undefined {
  if (!/^https?:\/\//.test(origin) || !band.test(rank) || more.length > 0 || origin.length > 300)
    return undefined;
  const { domain, isIp } = parseDomain(origin);
  return domain && !isIp ? { domain, place: Number(rank) } : undefined;
}

const majesticHeader = 'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs';

/** Rows of the Majestic Million, best first. Rows about subdomains and broken ones are left out. */
export function majesticParser(skipped: SkippedRows): ParseLine<ListedDomain> {
  let isFirst = true;
  return (line) => {
    if (isFirst) {
      requireMajesticHeader(line);
      isFirst = false;
      return undefined;
    }
    const row = majesticRow(line.split(','));
    if (typeof row !== 'string') return row;
    skipped.add(row, line);
    return undefined;
  };
}

function requireMajesticHeader(line: string): void {
  if (line.startsWith(majesticHeader)) return;
  throw new NotAGraphFile(
    `This is not the Majestic Million: its first line does not begin with ${majesticHeader}.`,
  );
}

function majesticRow(cells: readonly string[]): ListedDomain | string {
  const [rank = '', , name = '', , subnets = '', addresses = ''] = cells;
  if (cells.length !== 12 || ![rank, subnets, addresses].every((cell) => /^\d{1,12}$/.test(cell)))
    return 'not a row of twelve cells';
  const { domain, hostname, isIp } = parseDomain(name);
  if (!domain || isIp) return 'not a domain name';
  if (domain !== hostname) return 'a subdomain';
  return { domain, place: Number(rank), subnets: Number(subnets), addresses: Number(addresses) };
}

/**
 * Releases of Common Crawl's domain graph by their id, such as
 * `cc-main-2026-apr-may-jun` or `cc-main-2025-26-dec-jan-feb`.
 */
interface Release {
  readonly id: string;
  /** The months of its crawls as `YYYY-MM`, oldest first. */
  readonly months: readonly string[];
}

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pattern = /^cc-main-(?<year>20\d\d)(?:-(?<second>\d\d))?(?<months>(?:-[a-z]{3}){1,4})$/;

/** The release of an id; undefined for what is none. Its last month lies in the last year that it names. */
export function parseRelease(id: string): Release | undefined {
  const { year, second, months: named } = pattern.exec(id)?.groups ?? {};
  if (year === undefined || named === undefined) return undefined;
  const places = named
    .slice(1)
    .split('-')
    .map((name) => names.indexOf(name));
  if (places.includes(-1)) return undefined;
  let ofYear = second === undefined ? Number(year) : Number(`20${second}`);
  let after = names.length;
  const months: string[] = [];
  // Backwards: a month that is later than the one behind it is of the year before.
  for (const place of places.toReversed()) {
    if (place >= after) ofYear -= 1;
    after = place;
    months.unshift(`${ofYear}-${String(place + 1).padStart(2, '0')}`);
  }
  return { id, months };
}

/** The month of its last crawl, `YYYY-MM`. */
export function crawledUntil({ months }: Release): string {
  return months.at(-1) ?? '';
}

/**
 * Whether two releases are of different crawls altogether. Releases come
 * monthly over three crawls each, so that neighbors share two of them.
 */
export function haveNoCrawlInCommon(a: Release, b: Release): boolean {
  return a.months.every((month) => !b.months.includes(month));
}

const place = 'https://data.commoncrawl.org/projects/hyperlinkgraph';
/** Where the ids of all releases are listed, newest first. */
export const releaseList = 'https://index.commoncrawl.org/graphinfo.json';

export function releaseFile(id: string, file: 'ranks' | 'vertices' | 'edges'): string {
  return `${place}/${id}/domain/${id}-domain-${file}.txt.gz`;
}

/** Where a release says how many domains and links it has. */
export function releaseStatistics(id: string): string {
  return `${place}/${id}/domain/${id}-domain.stats`;
}

/** Reads a table by its name; the index table where left out. */
export type OpenTable = (table: string | undefined) => IndexReader;

export function untilOf({ id }: Pick<OpenList, 'id'>): string {
  const release = parseRelease(id);
  return release ? crawledUntil(release) : '';
}

export function newestFirst(lists: readonly OpenList[]): readonly OpenList[] {
  return lists.toSorted((a, b) => (untilOf(a) < untilOf(b) ? 1 : -1));
}

/** Whether a list has who links to a domain, if its release has the domain at all. */
export function hasLinksOf({ kind, sites = [] }: OpenList, domain: string): boolean {
  return kind === 'graph' || (kind === 'links' && sites.includes(domain));
}

export function linksOfList(openTable: OpenTable, list: OpenList): GraphLinks {
  const table = openTable(list.table);
  return list.kind === 'graph' ? createGraphLinks(table, list) : createSiteLinks(table, list);
}

/** The newest of these lists whose release shares no crawl with that of the other. */
export function newestApart(lists: readonly OpenList[], list: OpenList): OpenList | undefined {
  const release = parseRelease(list.id);
  return newestFirst(lists).find((other) => {
    const before = parseRelease(other.id);
    return release && before && untilOf(other) < untilOf(list) && haveNoCrawlInCommon(release, before);
  });
}

export function graphFact<Value>({ id }: Pick<OpenList, 'id'>, value: Value): Fact<Value> {
  const until = untilOf({ id });
  // The month of the last crawl is known, its days are not: its first day promises nothing too new.
  const observedAt = until === '' ? null : `${until}-01T00:00:00.000Z`;
  return { value, provenance: provenanceOf('web_graph', observedAt, `commoncrawl:${id}`), notices: [] };
}

export function provenanceOf(source: SourceClass, observedAt: string | null, connection: string): Provenance {
  return {
    source_class: source,
    ...sourceClasses[source],
    observed_at: observedAt,
    connection_id: connection,
    cache_hit: false,
  };
}

import { parse as parseDomain } from 'tldts';
import { NotAGraphFile, type ParseLine, type SkippedRows } from './graph-lines.ts';

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
    if (isFirst && !row) throw new NotAGraphFile('This is no list of CrUX: its lines are not origin,rank.');
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
    `This is no Majestic Million: its first line does not begin with ${majesticHeader}.`,
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

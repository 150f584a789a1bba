import * as v from 'valibot';
import type { Market } from '#shared/facts/markets/market.ts';
import type { IndexList } from '#shared/facts/sources/whole-list.ts';
import { type LineFormat, sortedRows } from '#shared/platform/sorted-rows.ts';
import { domainPartition, type ItemKey, rowPrefix } from '../items/keys.ts';
import { type Posting, unpackPosting } from '../items/posting.ts';
import { readRow } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import { byPosition, gapRow, isGap, type KeywordPositions, losingRow } from './coverage-rows.ts';

type CoverageList = Extract<IndexList, { readonly list: 'keyword-gaps' | 'losing-keywords' }>;

/** That one of the compared domains, by its number, ranks for a keyword: the row as it is stored. */
interface Place {
  readonly keyword: string;
  readonly domain: number;
  readonly d: string;
}

const placeTuple = v.tuple([v.string(), v.number(), v.string()]);
const placeFormat: LineFormat<Place> = {
  write: ({ keyword, domain, d }) => JSON.stringify([keyword, domain, d]),
  read(line) {
    const [keyword, domain, d] = v.parse(placeTuple, JSON.parse(line));
    return { keyword, domain, d };
  },
};

/** A finished row, with what it is sorted by. */
interface VolumeRow {
  readonly volume: number | null;
  readonly keyword: string;
  readonly row: object;
}

const volumeTuple = v.tuple([v.nullable(v.number()), v.string(), v.record(v.string(), v.unknown())]);
const volumeFormat: LineFormat<VolumeRow> = {
  write: ({ volume, keyword, row }) => JSON.stringify([volume, keyword, row]),
  read(line) {
    const [volume, keyword, row] = v.parse(volumeTuple, JSON.parse(line));
    return { volume, keyword, row };
  },
};

/**
 * Every gap or losing keyword of a domain against its rivals, most searched
 * first. All rankings of all domains are read once, brought together by
 * keyword, and what comes of them is sorted by volume, both in little memory.
 */
export async function* wholeCoverage(
  table: IndexTable,
  { list, domain, competitors }: CoverageList,
  market: Market,
): AsyncGenerator<readonly object[]> {
  const rivals = [...new Set(competitors)].filter((rival) => rival !== domain);
  const places = sortedRows(placesOf(table, [domain, ...rivals], market), byKeyword, placeFormat);
  const rowsOf = list === 'keyword-gaps' ? gapRows : losingRow;
  const found = comparedRows(places, [domain, ...rivals], rowsOf);
  for await (const rows of sortedRows(found, mostSearched, volumeFormat)) yield rows.map(({ row }) => row);
}

function gapRows(keyword: KeywordPositions): readonly object[] {
  return isGap(keyword) ? [gapRow(keyword)] : [];
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function byKeyword(a: Place, b: Place): number {
  return compare(a.keyword, b.keyword) || a.domain - b.domain;
}

function mostSearched(a: VolumeRow, b: VolumeRow): number {
  return (b.volume ?? -1) - (a.volume ?? -1) || compare(a.keyword, b.keyword);
}

async function* placesOf(
  table: IndexTable,
  domains: readonly string[],
  market: Market,
): AsyncGenerator<readonly Place[]> {
  for (const [domain, name] of domains.entries()) {
    const pk = domainPartition(market, name);
    let after: ItemKey | undefined;
    do {
      const range = await table.range({ pk, prefix: rowPrefix, after });
      yield range.items.map((item) => ({ domain, ...readRow(item) }));
      after = range.next;
    } while (after);
  }
}

/** Rows of one keyword stand behind each other; those of each keyword become what is told of it. */
async function* comparedRows(
  parts: AsyncIterable<readonly Place[]>,
  domains: readonly string[],
  rowsOf: (keyword: KeywordPositions) => readonly object[],
): AsyncGenerator<readonly VolumeRow[]> {
  let open: Place[] = [];
  for await (const places of parts) {
    const rows: VolumeRow[] = [];
    for (const place of places) {
      if (open.length > 0 && open[0]?.keyword !== place.keyword) {
        rows.push(...toldOf(open, domains, rowsOf));
        open = [];
      }
      open.push(place);
    }
    yield rows;
  }
  yield toldOf(open, domains, rowsOf);
}

function toldOf(
  places: readonly Place[],
  domains: readonly string[],
  rowsOf: (keyword: KeywordPositions) => readonly object[],
): VolumeRow[] {
  const postings = places.map(({ keyword, domain, d }) => {
    const name = domains[domain] ?? '';
    return { domain, name, posting: unpackPosting(d, keyword, name) };
  });
  const rivals = postings.filter(({ domain }) => domain > 0);
  const facts: Posting | undefined = rivals[0]?.posting;
  if (!facts) return [];
  const { keyword, volume } = facts;
  const row: KeywordPositions = {
    keyword,
    facts,
    target: postings.find(({ domain }) => domain === 0)?.posting,
    rivals: rivals
      .map(({ name, posting: { position, url } }) => ({ competitor: name, position, url }))
      .sort(byPosition),
  };
  return rowsOf(row).map((told) => ({ volume, keyword, row: told }));
}

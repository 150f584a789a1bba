import {
  countOf,
  difficultyOf,
  dollarsOf,
  intentOf,
  keywordOf,
  levelOf,
  numberOf,
  positionOf,
  secondsOf,
  textOf,
  urlOf,
} from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import {
  BadRowError,
  type GivenMetrics,
  hasMetrics,
  type ImportRecord,
  type MetricsRecord,
  noMetrics,
  type RankRecord,
  type SkippedRecord,
} from './import-record.ts';

/** What a table's rows mean beside what they say. */
export interface RowContext {
  /** The site that the file is about, where it has no URLs. */
  readonly domain: string | undefined;
}

type IndexRow = RankRecord | MetricsRecord | SkippedRecord;

export function skipped(row: CsvRow, reason: string): SkippedRecord {
  return { kind: 'skipped', line: row.line, reason };
}

export const hasAll = (columns: readonly string[], ...names: readonly string[]) =>
  names.every((name) => columns.includes(name));
export const hasAny = (columns: readonly string[], ...names: readonly string[]) =>
  names.some((name) => columns.includes(name));

/** A record with its moment and place; a row that gives none stays as it is. */
export function placed(
  record: IndexRow,
  more: Pick<RankRecord, 'at'> & Partial<Pick<RankRecord, 'location' | 'language' | 'features'>>,
): IndexRow {
  return record.kind === 'skipped' ? record : { ...record, ...more };
}

interface RankCells {
  readonly keyword: string;
  readonly position?: string | undefined;
  readonly url: string | undefined;
  readonly isOneSite: boolean;
  readonly metrics: GivenMetrics;
}

const tooDeep = 'Positions beyond 100';
const noPosition = 'Rows with neither a position nor metrics';

/** A rank record, or, where the row has no place among the first hundred, at least its metrics. */
export function rankOf(row: CsvRow, cells: RankCells, domain: string | undefined): IndexRow {
  const { keyword, isOneSite, metrics } = cells;
  const text = cells.position ?? row.cell('position');
  const position = positionOf(text);
  const known = hasMetrics(metrics) ? metrics : null;
  if (position === null) return unplaced(row, keyword, known, (numberOf(text) ?? 0) > 100);
  const url = blank(cells.url) === undefined ? originOf(domain) : urlOf(cells.url);
  return {
    kind: 'rank',
    line: row.line,
    keyword,
    at: undefined,
    position,
    url,
    title: textOf(row.cell('title')),
    snippet: textOf(row.cell('snippet', 'description')),
    isOneSite: isOneSite || url === `https://${domain}`,
    metrics: known,
    features: null,
  };
}

function unplaced(row: CsvRow, keyword: string, metrics: GivenMetrics | null, isDeep: boolean): IndexRow {
  if (!metrics) return skipped(row, isDeep ? tooDeep : noPosition);
  const leftOut = isDeep ? { leftOut: tooDeep } : {};
  return { kind: 'metrics', line: row.line, keyword, at: undefined, metrics, ...leftOut };
}

/** Without a URL only the site is known, and the bare origin says just that. */
function originOf(domain: string | undefined): string {
  if (domain === undefined)
    throw new BadRowError('The row has no URL. Name the site that the file is about with --domain.');
  return `https://${domain}`;
}

/** A cell without its blanks; undefined where nothing is left. */
export function blank(cell: string | undefined): string | undefined {
  const text = (cell ?? '').trim();
  return text === '' ? undefined : text;
}

const volumeNames = [
  'volume',
  'monthly_volume',
  'search volume',
  'search_volume',
  'avg. monthly searches',
  'avg_monthly_searches',
] as const;

/** The plain table, whose members JSON rows have too. */
export const plainTable = {
  name: 'plain-csv',
  gives: 'index',
  matches: (columns: readonly string[]) =>
    hasAll(columns, 'keyword') && hasAny(columns, 'position', 'cpc', ...volumeNames),
  read(row: CsvRow, { domain }: RowContext): IndexRow {
    const metrics = {
      ...noMetrics,
      volume: countOf(row.cell(...volumeNames)),
      cpc: dollarsOf(row.cell('cpc', 'cpc_usd')),
      level: levelOf(row.cell('competition_level', 'competition')),
      difficulty: difficultyOf(row.cell('difficulty', 'kd')),
      intent: intentOf(row.cell('intent')),
    };
    const at = secondsOf(row.cell('observed_at', 'date', 'fetched_at'));
    const place = { location: blank(row.cell('location')), language: blank(row.cell('language')) };
    const keyword = keywordOf(row.cell('keyword'));
    if (!row.columns.includes('position') && !hasMetrics(metrics)) return skipped(row, noPosition);
    if (!row.columns.includes('position'))
      return { kind: 'metrics', line: row.line, keyword, metrics, at, ...place };
    const rank = rankOf(row, { keyword, url: row.cell('url'), isOneSite: false, metrics }, domain);
    return placed(rank, { at, ...place });
  },
} as const;

/** A plain JSON row: the members of the plain table under the same names. */
export function plainRow(value: Readonly<Record<string, unknown>>, line: number): ImportRecord {
  return plainTable.read(memberRow(value, line), { domain: undefined });
}

/** The members of a JSON row as a table's row has its cells. */
export function memberRow(value: Readonly<Record<string, unknown>>, line: number): CsvRow {
  const cells = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cellText(cell)]));
  return {
    kind: 'row',
    line,
    columns: [...cells.keys()],
    cell: (...names) => cells.get(names.find((name) => cells.has(name)) ?? ''),
  };
}

function cellText(cell: unknown): string | undefined {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : undefined;
}

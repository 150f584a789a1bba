import {
  countOf,
  difficultyOf,
  dollarsOf,
  intentOf,
  keywordOf,
  levelOf,
  positionOf,
  secondsOf,
  textOf,
  urlOf,
} from './cells.ts';
import { consoleColumns, isConsoleTable } from './console-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import {
  BadRowError,
  type GivenMetrics,
  hasMetrics,
  type MetricsRecord,
  noMetrics,
  type RankRecord,
} from './import-record.ts';
import { monthColumns, trendOfCell } from './trend-cells.ts';

/** What a table's rows mean beside what they say. */
export interface RowContext {
  /** The site that the file is about, where it has no URLs. */
  readonly domain: string | undefined;
}

/** A kind of table, known by the names of its columns. */
export interface CsvFormat {
  readonly name: string;
  matches(columns: readonly string[]): boolean;
  /** A record, or undefined for a row that rightly gives none. Throws `BadRowError`. */
  read(row: CsvRow, context: RowContext): RankRecord | MetricsRecord | undefined;
}

const hasAll = (columns: readonly string[], ...names: readonly string[]) =>
  names.every((name) => columns.includes(name));
const hasAny = (columns: readonly string[], ...names: readonly string[]) =>
  names.some((name) => columns.includes(name));

const plain: CsvFormat = {
  name: 'plain-csv',
  matches: (columns) => hasAll(columns, 'keyword') && hasAny(columns, 'position', 'volume', 'cpc'),
  read(row, { domain }) {
    const metrics = {
      ...noMetrics,
      volume: countOf(row.cell('volume', 'monthly_volume', 'search volume', 'search_volume')),
      cpc: dollarsOf(row.cell('cpc', 'cpc_usd')),
      level: levelOf(row.cell('competition_level', 'competition')),
      difficulty: difficultyOf(row.cell('difficulty', 'kd')),
      intent: intentOf(row.cell('intent')),
    };
    const at = secondsOf(row.cell('observed_at', 'date', 'fetched_at'));
    const place = { location: blank(row.cell('location')), language: blank(row.cell('language')) };
    const keyword = keywordOf(row.cell('keyword'));
    if (!row.columns.includes('position'))
      return { kind: 'metrics', line: row.line, keyword, metrics, at, ...place };
    const rank = rankOf(row, { keyword, url: row.cell('url'), isOneSite: false, metrics }, domain);
    return rank && { ...rank, at, ...place };
  },
};

const ahrefsOrganic: CsvFormat = {
  name: 'ahrefs-organic-keywords',
  matches: (columns) =>
    hasAll(columns, 'keyword', 'volume', 'kd') &&
    hasAny(columns, 'current position', 'position', 'current url'),
  read(row, { domain }) {
    const keyword = keywordOf(row.cell('keyword'));
    const metrics = {
      ...noMetrics,
      volume: countOf(row.cell('volume')),
      cpc: dollarsOf(row.cell('cpc')),
      difficulty: difficultyOf(row.cell('kd')),
      intent: flaggedIntent(row),
    };
    const position = row.cell('current position', 'position');
    const url = row.cell('current url', 'url');
    const rank = rankOf(row, { keyword, position, url, isOneSite: true, metrics }, domain);
    const at = secondsOf(row.cell('updated', 'last update', 'current date', 'last updated'));
    const location = blank(row.cell('country', 'country code'));
    return rank && { ...rank, at, location, features: featuresOf(row.cell('serp features')) };
  },
};

const ahrefsExplorer: CsvFormat = {
  name: 'ahrefs-keywords-explorer',
  matches: (columns) =>
    hasAll(columns, 'keyword', 'volume', 'difficulty') &&
    hasAny(columns, 'parent keyword', 'parent topic', 'global volume'),
  read: (row) => ({
    kind: 'metrics',
    line: row.line,
    keyword: keywordOf(row.cell('keyword')),
    location: blank(row.cell('country')),
    at: secondsOf(row.cell('last update', 'updated')),
    metrics: {
      ...noMetrics,
      volume: countOf(row.cell('volume')),
      cpc: dollarsOf(row.cell('cpc')),
      difficulty: difficultyOf(row.cell('difficulty')),
      intent: intentOf(row.cell('intents', 'intent')),
    },
  }),
};

const semrushOrganic: CsvFormat = {
  name: 'semrush-organic-positions',
  matches: (columns) => hasAll(columns, 'keyword', 'position', 'search volume', 'url'),
  read(row, { domain }) {
    // The table mixes in results that are not organic.
    if (!/^(?:organic)?$/iu.test((row.cell('position type') ?? '').trim())) return undefined;
    const at = secondsOf(row.cell('timestamp'));
    const metrics = {
      volume: countOf(row.cell('search volume')),
      cpc: dollarsOf(row.cell('cpc', 'cpc (usd)')),
      level: levelOf(row.cell('competition')),
      difficulty: difficultyOf(row.cell('keyword difficulty')),
      intent: intentOf(row.cell('keyword intents', 'intent')),
      trend: trendOfCell(row.cell('trends', 'trend'), countOf(row.cell('search volume')), at),
    };
    const keyword = keywordOf(row.cell('keyword'));
    const rank = rankOf(row, { keyword, url: row.cell('url'), isOneSite: true, metrics }, domain);
    return rank && { ...rank, at, features: featuresOf(row.cell('serp features by keyword')) };
  },
};

const semrushKeywords: CsvFormat = {
  name: 'semrush-keywords',
  matches: (columns) =>
    hasAll(columns, 'keyword', 'volume', 'keyword difficulty') && !columns.includes('position'),
  read: (row) => ({
    kind: 'metrics',
    line: row.line,
    keyword: keywordOf(row.cell('keyword')),
    at: undefined,
    metrics: {
      volume: countOf(row.cell('volume')),
      cpc: dollarsOf(row.cell('cpc (usd)', 'cpc')),
      level: levelOf(row.cell('competitive density', 'competition')),
      difficulty: difficultyOf(row.cell('keyword difficulty')),
      intent: intentOf(row.cell('intent', 'keyword intents')),
      trend: trendOfCell(row.cell('trend', 'trends'), countOf(row.cell('volume')), undefined),
    },
  }),
};

const searchConsole: CsvFormat = {
  name: 'search-console-queries',
  matches: (columns) => hasAny(columns, ...consoleColumns.query) && isConsoleTable(columns),
  read(row, { domain }) {
    const keyword = keywordOf(row.cell(...consoleColumns.query));
    const url = row.cell(...consoleColumns.page);
    const position = row.cell(...consoleColumns.position);
    const at = secondsOf(row.cell('date'));
    const rank = rankOf(row, { keyword, position, url, isOneSite: true, metrics: noMetrics }, domain);
    return rank && { ...rank, at, location: blank(row.cell('country')) };
  },
};

const keywordPlanner: CsvFormat = {
  name: 'google-keyword-planner',
  matches: (columns) => hasAll(columns, 'keyword', 'avg. monthly searches'),
  read(row) {
    if ((row.cell('keyword') ?? '').trim() === '') return undefined;
    const inDollars = (row.cell('currency') ?? 'USD').trim().toUpperCase() === 'USD';
    const low = dollarsOf(row.cell('top of page bid (low range)'));
    const high = dollarsOf(row.cell('top of page bid (high range)'));
    return {
      kind: 'metrics',
      line: row.line,
      keyword: keywordOf(row.cell('keyword')),
      at: undefined,
      metrics: {
        ...noMetrics,
        volume: countOf(row.cell('avg. monthly searches')),
        cpc: inDollars ? between(low, high) : null,
        level: levelOf(row.cell('competition')),
        trend: monthColumns(row),
      },
    };
  },
};

/** More particular tables come before the plain one, whose columns they have too. */
export const csvFormats: readonly CsvFormat[] = [
  searchConsole,
  keywordPlanner,
  semrushOrganic,
  ahrefsOrganic,
  ahrefsExplorer,
  semrushKeywords,
  plain,
];

interface RankCells {
  readonly keyword: string;
  readonly position?: string | undefined;
  readonly url: string | undefined;
  readonly isOneSite: boolean;
  readonly metrics: GivenMetrics;
}

/** A rank record, or, where the row has no place among the first hundred, at least its metrics. */
function rankOf(row: CsvRow, cells: RankCells, domain: string | undefined) {
  const { keyword, isOneSite, metrics } = cells;
  const position = positionOf(cells.position ?? row.cell('position'));
  const known = hasMetrics(metrics) ? metrics : null;
  const base = { line: row.line, keyword, at: undefined };
  if (position === null) return known ? ({ kind: 'metrics', ...base, metrics: known } as const) : undefined;
  const url = blank(cells.url) === undefined ? originOf(domain) : urlOf(cells.url);
  return {
    kind: 'rank',
    ...base,
    position,
    url,
    title: textOf(row.cell('title')),
    snippet: textOf(row.cell('snippet', 'description')),
    isOneSite: isOneSite || url === `https://${domain}`,
    metrics: known,
    features: null,
  } as const;
}

/** Without a URL only the site is known, and the bare origin says just that. */
function originOf(domain: string | undefined): string {
  if (domain === undefined)
    throw new BadRowError('The row has no URL. Name the site that the file is about with --domain.');
  return `https://${domain}`;
}

function between(low: number | null, high: number | null): number | null {
  if (low === null || high === null) return low ?? high;
  return Math.round(((low + high) / 2) * 100) / 100;
}

/** Ahrefs has a column for each intent, true or false. */
function flaggedIntent(row: CsvRow) {
  const named = ['informational', 'navigational', 'commercial', 'transactional'].find((name) =>
    /^(?:true|yes|1)$/iu.test((row.cell(name) ?? '').trim()),
  );
  return intentOf(named);
}

const mostFeatures = 30;

function featuresOf(cell: string | undefined): readonly string[] | null {
  if (blank(cell) === undefined) return null;
  const names = (cell ?? '').slice(0, 2000).split(',');
  const features = names.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_'),
  );
  return ['organic', ...new Set(features.filter((name) => name !== '').slice(0, mostFeatures))];
}

function blank(cell: string | undefined): string | undefined {
  const text = (cell ?? '').trim();
  return text === '' ? undefined : text;
}

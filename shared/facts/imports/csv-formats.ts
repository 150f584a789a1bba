import { countOf, difficultyOf, dollarsOf, intentOf, keywordOf, levelOf, secondsOf } from './cells.ts';
import { consoleTable } from './console-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import { type ImportRecord, noMetrics } from './import-record.ts';
import { linkTables } from './link-tables.ts';
import { plainTable } from './plain-table.ts';
import { blank, hasAll, hasAny, placed, type RowContext, rankOf, skipped } from './rank-cells.ts';
import { monthColumns, trendOfCell } from './trend-cells.ts';

/** What the rows of a file become: facts that all accounts share, or what belongs to one account. */
export type Gives = 'index' | 'console' | 'links';

/** A kind of table, known by the names of its columns. */
export interface CsvFormat {
  readonly name: string;
  readonly gives: Gives;
  matches(columns: readonly string[]): boolean;
  /** Throws `BadRowError`. */
  read(row: CsvRow, context: RowContext): ImportRecord;
}

const ahrefsOrganic: CsvFormat = {
  name: 'ahrefs-organic-keywords',
  gives: 'index',
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
    return placed(rank, { at, location, features: featuresOf(row.cell('serp features')) });
  },
};

const ahrefsExplorer: CsvFormat = {
  name: 'ahrefs-keywords-explorer',
  gives: 'index',
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
      features: featuresOf(row.cell('serp features')),
      parent: blank(row.cell('parent keyword', 'parent topic')),
    },
  }),
};

const semrushOwn = [
  'keyword difficulty',
  'traffic (%)',
  'traffic cost',
  'position type',
  'keyword intents',
  'number of results',
  'serp features by keyword',
] as const;

const semrushOrganic: CsvFormat = {
  name: 'semrush-organic-positions',
  gives: 'index',
  // A plain table may have these four columns too; only Semrush's has one of its own beside them.
  matches: (columns) =>
    hasAll(columns, 'keyword', 'position', 'search volume', 'url') && hasAny(columns, ...semrushOwn),
  read(row, { domain }) {
    // The table mixes in results that are not organic.
    if (!/^(?:organic)?$/iu.test((row.cell('position type') ?? '').trim()))
      return skipped(row, 'Results that are not organic');
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
    return placed(rank, { at, features: featuresOf(row.cell('serp features by keyword')) });
  },
};

const semrushKeywords: CsvFormat = {
  name: 'semrush-keywords',
  gives: 'index',
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
      features: featuresOf(row.cell('serp features')),
    },
  }),
};

const keywordPlanner: CsvFormat = {
  name: 'google-keyword-planner',
  gives: 'index',
  matches: (columns) => hasAll(columns, 'keyword', 'avg. monthly searches'),
  read(row) {
    if ((row.cell('keyword') ?? '').trim() === '') return skipped(row, 'Rows without a keyword');
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
  consoleTable,
  ...linkTables,
  keywordPlanner,
  semrushOrganic,
  ahrefsOrganic,
  ahrefsExplorer,
  semrushKeywords,
  plainTable,
];

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

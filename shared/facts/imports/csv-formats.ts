import type { MonthVolume } from '#shared/contract/rows.ts';
import { countOf, difficultyOf, dollarsOf, intentOf, keywordOf, levelOf, secondsOf } from './cells.ts';
import { consoleTable } from './console-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import { type ImportRecord, noMetrics } from './import-record.ts';
import { linkTables } from './link-tables.ts';
import { blank, hasAll, hasAny, placed, plainTable, type RowContext, rankOf, skipped } from './rank-cells.ts';

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

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Twelve shares of the year's best month (`0.52,0.66,1.00,…`), as Semrush
 * gives them, as searches a month: they have the keyword's volume as their
 * mean. The last is the month before the row was seen. Empty where the row
 * does not say when that was, or no volume is known.
 */
function trendOfCell(cell: string | undefined, volume: number | null, at: number | undefined): MonthVolume[] {
  const shares = (cell ?? '').split(/[,;]/u).map((part) => Number(part.trim() || Number.NaN));
  const isWhole = shares.length === 12 && shares.every((share) => share >= 0 && share <= 100);
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!isWhole || volume === null || at === undefined || sum === 0) return [];
  const seen = new Date(at * 1000);
  return shares.map((share, index) => {
    const month = new Date(Date.UTC(seen.getUTCFullYear(), seen.getUTCMonth() - 12 + index, 1));
    return { month: month.toISOString().slice(0, 7), volume: Math.round((volume * 12 * share) / sum) };
  });
}

/** Columns such as `Searches: Nov 2025`, oldest first. */
function monthColumns(row: CsvRow): MonthVolume[] {
  return row.columns
    .flatMap((name): MonthVolume[] => {
      const parts = /^searches: (\p{L}{3})\p{L}* (\d{4})$/u.exec(name);
      const month = monthNames.indexOf(parts?.[1] ?? '') + 1;
      if (month === 0) return [];
      const volume = countOf(row.cell(name));
      return [{ month: `${parts?.[2]}-${String(month).padStart(2, '0')}`, volume }];
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-24);
}

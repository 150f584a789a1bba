import { keywordKey } from '#shared/facts/intent/words.ts';
import { countOf, numberOf, secondsOf, textOf, urlOf } from './cells.ts';
import { consoleColumns, isConsoleTable, searchTypeOf } from './console-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { BadRowError, type ConsoleRecord } from './import-record.ts';

const longestQuery = 1_000;
/** Columns of advertising, whose reports count clicks and impressions too. */
const ofAdvertising = ['keyword', 'cost', 'campaign', 'ad group'];

/** Search Console's tables by whatever they count by, and the columns of its bulk export. */
export const consoleTable = {
  name: 'search-console',
  gives: 'console',
  matches: (columns: readonly string[]) =>
    isConsoleTable(columns) && !ofAdvertising.some((column) => columns.includes(column)) && countsBy(columns),
  read: consoleRecord,
} as const;

const countsBy = (columns: readonly string[]) =>
  dimensionNames.some((name) => consoleColumns[name].some((column) => columns.includes(column)));

/** One of which a person has said which columns these are: it needs no more than its counts. */
export const namedTable = {
  ...consoleTable,
  matches: (columns: readonly string[]) =>
    columns.includes('clicks') && columns.includes('impressions') && countsBy(columns),
} as const;

const dimensionNames = ['query', 'page', 'country', 'device', 'date', 'appearance'] as const;

/** As Google's pages in other languages begin the words. */
const devices = {
  desktop:
    /^(?:desktop|computer|ordinateur|ordenador|escritorio|computador|komputer|компьютер|パソコン|桌面)/u,
  tablet: /^(?:tablet|tableta|планшет|タブレット|平板)/u,
  mobile: /^(?:mobi|móvil|smartphone|celular|cellulare|cep|komórka|мобильн|モバイル|移动)/u,
};

/** The device in one word, whatever the language of the export. */
function deviceOf(label: string): string {
  const text = label.toLowerCase();
  return Object.entries(devices).find(([, begins]) => begins.test(text))?.[0] ?? text;
}

function consoleRecord(row: CsvRow): ConsoleRecord {
  const cell = (name: keyof typeof consoleColumns) => row.cell(...consoleColumns[name]);
  const has = (name: (typeof dimensionNames)[number]) =>
    consoleColumns[name].some((column) => row.columns.includes(column));
  const impressions = requiredCount(cell('impressions'), 'impressions');
  const isCompared = consoleColumns.clicksBefore.some((column) => row.columns.includes(column));
  const searchType = textOf(cell('searchType'));
  const isRare = /^(?:true|1)$/iu.test((cell('anonymized') ?? '').trim());
  const values = {
    ...(has('query') && { query: queryOf(cell('query'), isRare) }),
    ...(has('page') && { page: pageOf(cell('page')) }),
    ...(has('country') && { country: labelOf(cell('country')) }),
    ...(has('device') && { device: deviceOf(labelOf(cell('device'))) }),
    ...(has('date') && dateValue(cell('date'))),
    ...(has('appearance') && { appearance: labelOf(cell('appearance')) }),
  };
  return {
    kind: 'console',
    line: row.line,
    row: {
      values,
      clicks: requiredCount(cell('clicks'), 'clicks'),
      impressions,
      position: positionOf(row, impressions),
    },
    ...(isCompared && {
      before: {
        values,
        clicks: requiredCount(cell('clicksBefore'), 'clicks'),
        impressions: requiredCount(cell('impressionsBefore'), 'impressions'),
        position: meanPlace(cell('positionBefore')),
      },
    }),
    site: textOf(cell('site')) ?? undefined,
    ...(searchType && { searchType: searchTypeOf(searchType) }),
  };
}

/** Counts have digits and separators; anything else was broken on its way, and half of it is not taken for the whole. */
const wholeCount = /^\d[\d.,'’\s\u00a0\u202f٬]*$/u;

function requiredCount(cell: string | undefined, what: string): number {
  const text = (cell ?? '').trim();
  if (/\d/u.test(text) && !wholeCount.test(text))
    throw new BadRowError(`"${text.slice(0, 40)}" is not a number of ${what}.`);
  const count = countOf(cell);
  if (count === null) throw new BadRowError(`The row has no ${what}.`);
  return count;
}

/** The bulk export has the sum of positions, counted from 0. */
function positionOf(row: CsvRow, impressions: number): number | null {
  const sum = numberOf(row.cell(...consoleColumns.positionSum));
  if (sum !== null) return impressions > 0 ? sum / impressions + 1 : null;
  return meanPlace(row.cell(...consoleColumns.position));
}

/** A mean place; `12,345` is a decimal here, because no listing has thousands of places. */
export function meanPlace(cell: string | undefined): number | null {
  const text = (cell ?? '').trim();
  const value = numberOf(/^\d{1,3},\d+$/u.test(text) ? text.replace(',', '.') : text);
  if (value === null || value === 0) return null;
  if (value < 1) throw new BadRowError(`${value} is not a position.`);
  return value;
}

/** A query as it is keyed; empty where the console leaves a rare one out. */
export function queryOf(cell: string | undefined, isRare: boolean): string {
  const text = (cell ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim();
  if (text === '' && !isRare) throw new BadRowError('The query is empty.');
  if (text.length > longestQuery)
    throw new BadRowError(`The query is longer than ${longestQuery} characters.`);
  return keywordKey(text);
}

export function pageOf(cell: string | undefined): string {
  return urlOf(cell);
}

export function labelOf(cell: string | undefined): string {
  const text = textOf(cell);
  if (text === null) throw new BadRowError('A column that the table counts by is empty.');
  return text;
}

/** A day, or the days of a week or month of which a row is the sum: `2025-12-08..2025-12-14`. */
function dateValue(cell: string | undefined): { readonly date: string } | { readonly period: string } {
  const range = /^(\d{4}-\d\d-\d\d)\s*[-–—]\s*(\d{4}-\d\d-\d\d)$/u.exec((cell ?? '').trim());
  if (range) return { period: `${dateOf(range[1])}..${dateOf(range[2])}` };
  return { date: dateOf(cell) };
}

/** `YYYY-MM-DD` of a day. */
export function dateOf(cell: string | undefined): string {
  const seconds = secondsOf(cell);
  if (seconds === undefined) throw new BadRowError('The date is empty.');
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

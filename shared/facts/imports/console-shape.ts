import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import type { ScopeFilter } from '#shared/contract/own-rows.ts';
import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import { type ColumnNames, normalName } from './column-names.ts';
import { consoleColumns, filterNames, searchTypeOf } from './console-columns.ts';

const metrics = ['clicks', 'impressions', 'ctr', 'position'] as const;
type Metric = (typeof metrics)[number];

export interface ComparedTable {
  readonly names: ColumnNames;
  /** What the figures that are taken are of, where an export compares parts of the site and no periods. */
  readonly part?: string;
}

/** Periods are named with numbers in every language: `Last 28 days`, `10/1/25 - 12/31/25`. */
const isPeriod = (label: string) => /\p{N}/u.test(label);

/**
 * Names for the columns of an export that compares two periods: each count stands twice, first of the
 * later period, with the period before or behind its name (`Last 28 days Clicks`). Of one that compares
 * kinds of search, countries or devices (`Web Clicks`, `News Clicks`) the first is taken. Undefined for any other table.
 */
export function comparedTable(columns: readonly string[]): ComparedTable | undefined {
  const pairs = metrics.map((metric) => {
    const found = columns.flatMap((column) => {
      const label = labelBeside(column, consoleColumns[metric]);
      return label === undefined ? [] : [{ column, label }];
    });
    return { metric, found };
  });
  const labelsOf = (wanted: Metric) => pairs.find(({ metric }) => metric === wanted)?.found ?? [];
  const [later, earlier] = labelsOf('clicks');
  if (!later || !earlier || labelsOf('impressions').length < 2) return undefined;
  const isOfPeriods = isPeriod(later.label) || isPeriod(earlier.label);
  const names = pairs.flatMap(({ metric, found: [first, second] }) => [
    ...(first === undefined ? [] : [[first.column, metric] as const]),
    ...(second === undefined || !isOfPeriods ? [] : [[second.column, `${metric} before`] as const]),
  ]);
  return { names: new Map(names), ...(!isOfPeriods && { part: later.label }) };
}

/** What a heading says beside the name of a count. */
function labelBeside(column: string, names: readonly string[]): string | undefined {
  const name = names.find((each) => column.endsWith(` ${each}`) || column.startsWith(`${each} `));
  if (name === undefined) return undefined;
  return (column.endsWith(` ${name}`) ? column.slice(0, -name.length) : column.slice(name.length)).trim();
}

const cellKinds = {
  count: /^\d[\d.,'’\s\u00a0\u202f٬]*$/u,
  percent: /^[%٪％]?\s?\d+(?:[.,٫]\d+)?\s?[%٪％]?$/u,
  place: /^\d+(?:[.,٫]\d+)?$/u,
} as const;
const countColumns = (names: readonly string[], kind: keyof typeof cellKinds) =>
  names.map((name) => ({ name, kind }));
/** What stands behind the first column in each kind of export. */
const shapes = [
  [...countColumns(['clicks', 'impressions'], 'count'), ...countColumns(['ctr'], 'percent')],
  [
    ...countColumns(['clicks', 'impressions'], 'count'),
    ...countColumns(['ctr'], 'percent'),
    ...countColumns(['position'], 'place'),
  ],
  [
    ...countColumns(['clicks', 'clicks before', 'impressions', 'impressions before'], 'count'),
    ...countColumns(['ctr', 'ctr before'], 'percent'),
    ...countColumns(['position', 'position before'], 'place'),
  ],
];
const hasPercent = /[%٪％]/u;

/** The columns of a table by its cells: two counts, a share in percent, a place. Undefined where they are none of these. */
export function shapeOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): { readonly names: ColumnNames; readonly isGuess: boolean } | undefined {
  const shape = shapes.find(({ length }) => length + 1 === header.length);
  // The last line that was looked at may be cut.
  const whole = rows.filter(({ length }) => length === header.length);
  const isText = header.every((cell) => /\p{L}/u.test(cell));
  if (!shape || whole.length === 0 || !isText) return undefined;
  const fits = whole.every((cells) =>
    shape.every(({ kind }, index) => {
      const cell = (cells[index + 1] ?? '').trim();
      return cellKinds[kind].test(cell) && hasPercent.test(cell) === (kind === 'percent');
    }),
  );
  if (!fits) return undefined;
  const dimension = dimensionOf(whole.map(([first = '']) => first.trim()));
  const names = [{ name: dimension ?? 'query' }, ...shape];
  return {
    names: new Map(header.map((cell, index) => [normalName(cell), names[index]?.name ?? ''])),
    isGuess: dimension === undefined,
  };
}

const mostDevices = 3;
const tablet = /tablet|tablett|タブレット|планшет|таблет|태블릿|平板|แท็บเล็ต|جهاز لوحي|טאבלט|τάμπλετ/iu;

function dimensionOf(values: readonly string[]): string | undefined {
  const all = (test: (value: string) => boolean) => values.every(test);
  if (all((value) => /^\d{4}-\d\d-\d\d/u.test(value))) return 'date';
  if (all((value) => /^https?:\/\//u.test(value))) return 'page';
  if (values.length <= mostDevices && values.some((value) => tablet.test(value))) return 'device';
  return values.length > 1 && all((value) => countryIso(value) !== undefined) ? 'country' : undefined;
}

/** What an export's table of filters says. */
export interface ConsoleFilters {
  readonly from: string | null;
  readonly to: string | null;
  /** Undefined where the table does not say. */
  readonly searchType: string | undefined;
  readonly country: string | null;
  readonly device: string | null;
  /** Filters by query, page and others. */
  readonly others: readonly ScopeFilter[];
}

export const noFilters: ConsoleFilters = {
  from: null,
  to: null,
  searchType: undefined,
  country: null,
  device: null,
  others: [],
};

const mostCharacters = 8_000;
const mostFilters = 30;
const twoCells = v.array(v.strictTuple([v.string(), v.string()]));

/** Reads the small table of two columns that lies beside an export's others; undefined where a text is none. */
export function filtersOf(text: string): ConsoleFilters | undefined {
  const rows = readRows(text);
  if (!rows || rows.length < 1 || rows.length > mostFilters) return undefined;
  return rows.slice(1).reduce<ConsoleFilters>(withFilter, noFilters);
}

function readRows(text: string): readonly (readonly [string, string])[] | undefined {
  if (text.length > mostCharacters) return undefined;
  for (const delimiter of [',', ';', '\t']) {
    try {
      const rows: unknown = parse(text, { delimiter, bom: true, relax_quotes: true, skip_empty_lines: true });
      const parsed = v.safeParse(twoCells, rows);
      if (parsed.success) return parsed.output;
    } catch {
      // Not a table with this delimiter.
    }
  }
  return undefined;
}

function withFilter(
  filters: ConsoleFilters,
  [name, value]: readonly [string, string],
  row: number,
): ConsoleFilters {
  const key = name.trim().toLowerCase();
  const text = value.trim();
  const isOne = (names: readonly string[]) => names.includes(key);
  const isNamed = [...Object.values(consoleColumns), filterNames.searchType].some(isOne);
  // In a language that is not known, the first two rows are the kind of search and the period, without a mark.
  const isAt = (place: number) => !isNamed && row === place && !/^[-+~=!]/u.test(text);
  if (isOne(filterNames.searchType) || isAt(0)) return { ...filters, searchType: searchTypeOf(text) };
  if (isOne(consoleColumns.date) || isAt(1)) return { ...filters, ...rangeOf(text) };
  if (isOne(consoleColumns.country) || (!isNamed && countryIso(text) !== undefined))
    return { ...filters, country: text };
  if (isOne(consoleColumns.device)) return { ...filters, device: text.toLowerCase() };
  return { ...filters, others: [...filters.others, filterOf(key, text)] };
}

/** Filters with the part of the site that a table counts, where it compares two and only the first is taken. */
export function ofPart(filters: ConsoleFilters, part: string | undefined): ConsoleFilters {
  const name = (part ?? '').slice(0, longestText);
  if (name === '') return filters;
  if (searchTypeOf(name) === 'web') return { ...filters, searchType: 'web' };
  if (countryIso(name) !== undefined) return { ...filters, country: name };
  const filter = { dimension: 'compared', operator: 'equals', value: name } as const;
  return { ...filters, others: [...filters.others, filter] };
}

/** How the table writes what a filter does, before its value. */
const operators = { '+': 'contains', '-': 'excludes', '~': 'matches', '=': 'equals', '!': 'equals' } as const;
const longestText = 200;

function filterOf(name: string, text: string): ScopeFilter {
  const dimension =
    (['query', 'page', 'appearance'] as const).find((known) =>
      consoleColumns[known].some((column) => column === name),
    ) ?? name.slice(0, longestText);
  const mark = /^[-+~=!]/u.exec(text)?.[0];
  const value = (mark === undefined ? text : text.slice(1)).slice(0, longestText);
  // The console writes a regular expression with the mark of a part of a text.
  const operator = operatorOf(mark === '+' && /^\^|\$$/u.test(value) ? '~' : mark);
  return { dimension, operator, value };
}

function operatorOf(mark: string | undefined): ScopeFilter['operator'] {
  const found = Object.entries(operators).find(([sign]) => sign === mark);
  return found?.[1] ?? 'equals';
}

/** A range of two dates that can be read one way only; `Last 3 months` names no day. */
function rangeOf(text: string): Pick<ConsoleFilters, 'from' | 'to'> {
  const days = text.match(/\d{4}-\d\d-\d\d|\p{L}{3,9}\.? \d{1,2},? \d{4}/gu)?.map((day) => {
    const time = Date.parse(/^\d/u.test(day) ? day : `${day} UTC`);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
  });
  const [from, to = from] = days ?? [];
  return from === undefined || to === undefined || from > to ? { from: null, to: null } : { from, to };
}

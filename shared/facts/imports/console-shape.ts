import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import { type ColumnNames, normalName } from './column-names.ts';
import { consoleColumns } from './console-columns.ts';

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

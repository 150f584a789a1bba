import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import { type ColumnNames, normalName } from './column-names.ts';
import { consoleColumns } from './console-columns.ts';

const metrics = ['clicks', 'impressions', 'ctr', 'position'] as const;
type Metric = (typeof metrics)[number];

/**
 * Names for the columns of an export that compares two periods: each count stands twice, first of the
 * later period, with the period before or behind its name (`Last 28 days Clicks`). Empty for any other table.
 */
export function comparedNames(columns: readonly string[]): ColumnNames {
  const pairs = metrics.map((metric) => {
    const isOf = (column: string) =>
      consoleColumns[metric].some((name) => column.endsWith(` ${name}`) || column.startsWith(`${name} `));
    return { metric, found: columns.filter(isOf) };
  });
  const isPair = (metric: Metric) => pairs.some((pair) => pair.metric === metric && pair.found.length >= 2);
  if (!isPair('clicks') || !isPair('impressions')) return new Map();
  return new Map(
    pairs.flatMap(({ metric, found: [later, earlier] }) => [
      ...(later === undefined ? [] : [[later, metric] as const]),
      ...(earlier === undefined ? [] : [[earlier, `${metric} before`] as const]),
    ]),
  );
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

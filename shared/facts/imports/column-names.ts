import { columnMeanings, type NamedColumn } from '#shared/contract/own-imports.ts';

const mostColumns = 500;
const mostShown = 30;

/** Columns named by hand: from the name in the file, in lower case, to the one it stands for. */
export type ColumnNames = ReadonlyMap<string, string>;

/**
 * Reads `keyword=Suchbegriff`, once for each column. Throws an error with a
 * sentence for the operator where a text is none or names a column that there
 * is not.
 */
export function parseColumnNames(texts: readonly string[]): ColumnNames {
  const names = new Map<string, string>();
  for (const text of texts) {
    const end = text.indexOf('=');
    const given = text.slice(0, Math.max(0, end)).trim().toLowerCase();
    const header = normalName(text.slice(end + 1));
    if (!columnMeanings.some((name) => name === given) || header === '')
      throw new Error(
        `--column ${text}: write NAME=HEADER, where NAME is one of ${columnMeanings.join(', ')} and HEADER the column's name in the file.`,
      );
    if (names.has(header) || [...names.values()].includes(given))
      throw new Error(`--column ${text}: a column can stand for one thing only.`);
    names.set(header, given);
  }
  return names;
}

/** Columns as an upload names them. */
export function namesOfColumns(columns: readonly NamedColumn[] = []): ColumnNames {
  return new Map(columns.map(({ header, means }) => [normalName(header), means]));
}

const shownExamples = 3;

/** Columns of a table with their first cells, for a person to say which is which. */
export function shownColumns(header: readonly string[], rows: readonly (readonly string[])[]) {
  return header.slice(0, mostShown).flatMap((cell, at) => {
    const name = shownName(cell);
    const cells = rows.map((row) => shownName(row[at] ?? '')).filter((text) => text !== '');
    return name === '' ? [] : [{ header: name, examples: [...new Set(cells)].slice(0, shownExamples) }];
  });
}

/** The columns of a header, in lower case, under the names that were given to them. */
export function columnNames(cells: readonly string[], named: ColumnNames = new Map()): string[] {
  const given = new Set(named.values());
  return cells.slice(0, mostColumns).map((cell) => {
    const name = normalName(cell);
    // What was named by hand stands before a column that has the name already.
    return named.get(name) ?? (given.has(name) ? `${name} (not used)` : name);
  });
}

/** Whether a header has every column that was named by hand. */
export function hasNamed(cells: readonly string[], named: ColumnNames): boolean {
  const names = new Set(cells.map(normalName));
  return [...named.keys()].every((header) => names.has(header));
}

/** A column's name as it is compared. */
export function normalName(cell: string): string {
  return cell
    .replace(/^\uFEFF/u, '')
    .normalize('NFC')
    .trim()
    .toLowerCase();
}

/** What to do about columns that no format knows: those found, those needed, and how to name them. */
export function columnHelp(cells: readonly string[], named: ColumnNames): string {
  const found = cells.map(shownName).filter((cell) => cell !== '');
  const known = new Set(cells.map(normalName));
  const missing = [...named.keys()].filter((header) => !known.has(header));
  const [first = 'HEADER'] = found;
  return [
    `Columns found: ${found.length > 0 ? quoted(found.slice(0, mostShown)) : 'none'}.`,
    ...(missing.length > 0 ? [`Named, but not found: ${quoted(missing)}.`] : []),
    ...lacking(known),
    `--column says which is which, for example --column "keyword=${first}"; an upload says it in \`columns\`: [{ "header": "${first}", "means": "keyword" }].`,
  ].join(' ');
}

/** What each kind of table would still need. */
function lacking(found: ReadonlySet<string>): string[] {
  const missingOf = (needed: readonly (readonly string[])[]) =>
    needed.filter((names) => !names.some((name) => found.has(name))).map(([name = '']) => name);
  return neededColumns.map(([kind, needed]) => `${kind} lacks ${missingOf(needed).join(', ') || 'nothing'}.`);
}

const neededColumns = [
  ['As a table of keywords it', [['keyword'], ['position, volume or cpc', 'position', 'volume', 'cpc']]],
  [
    'As one of Search Console it',
    [
      ['query, page or date', 'query', 'top queries', 'page', 'top pages', 'date'],
      ['clicks'],
      ['impressions'],
      ['position'],
    ],
  ],
  ['As links it', [['source_url'], ['target_url']]],
] as const;

/** A name in a file, as a message can show it. */
export function shownName(cell: string): string {
  return cell
    .replaceAll(/[\p{C}"]/gu, ' ')
    .trim()
    .slice(0, 60);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** A value's members under the names that were given to them. */
export function withNames(
  value: Readonly<Record<string, unknown>>,
  named: ColumnNames,
): Readonly<Record<string, unknown>> {
  if (named.size === 0) return value;
  const members = Object.keys(value);
  const names = columnNames(members, named);
  return Object.fromEntries(members.map((member, index) => [names[index] ?? member, value[member]]));
}

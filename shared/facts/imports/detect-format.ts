import { parse } from 'csv-parse/sync';
import {
  type ColumnNames,
  columnHelp,
  columnNames,
  hasNamed,
  normalName,
  shownColumns,
  shownName,
} from './column-names.ts';
import { isConsoleTable } from './console-columns.ts';
import { consoleTable, namedTable } from './console-rows.ts';
import { comparedTable, shapeOf } from './console-shape.ts';
import { type CsvFormat, csvFormats, type Gives } from './csv-formats.ts';
import { type Delimiter, delimiters } from './csv-rows.ts';

export type Detected =
  | { readonly kind: 'json'; readonly isLines: boolean; readonly gives: Gives }
  | {
      readonly kind: 'csv';
      readonly delimiter: Delimiter;
      readonly format: CsvFormat;
      /** Names for its columns: those given by hand, and those that its headings or cells show. */
      readonly named: ColumnNames;
      /** Whether it counts by something that neither headings nor cells tell: most likely by query. */
      readonly isGuess?: boolean;
      /** What part of the site it counts, where it stands beside another in the table. */
      readonly part?: string | undefined;
      /** The lines before its header. */
      readonly above?: string;
    }
  | {
      readonly kind: 'unknown';
      readonly line: number;
      readonly hint: string;
      /** Of a table: its columns, of which a person can say what they are. */
      readonly columns?: ReturnType<typeof shownColumns>;
    };

type Table = Extract<Detected, { readonly kind: 'csv' }>;

/** How much of a file is read for detection, and in how many of its lines the header is searched. */
export const peekedCharacters = 64 * 1024;
const headerLines = 20;

/** What a text is, from its beginning, with columns that were named by hand: for it, or for some of several. */
export function detectFormat(start: string, given: ColumnNames, isOfSome = false): Detected {
  const text = start.replace(/^\uFEFF/u, '').trimStart();
  if (text.startsWith('{') || text.startsWith('['))
    return { kind: 'json', isLines: isJsonLines(text), gives: jsonGives(text) };
  const lines = text.split(/\r?\n|\r/u, headerLines);
  const headers = lines.flatMap((line, index) =>
    delimiters
      .filter((delimiter) => line.includes(delimiter))
      .map((delimiter) => ({ line: index + 1, delimiter, cells: cellsOf(line, delimiter) })),
  );
  const named = isOfSome ? namesIn(headers, given) : given;
  for (const { delimiter, cells, line } of headers) {
    const found = tableOf(cells, delimiter, named);
    if (found) return { ...found, above: lines.slice(0, line - 1).join('\n') };
  }
  return shapedTable(lines, named) ?? unknownTable(headers, lines, given);
}

interface Header {
  readonly line: number;
  readonly delimiter: Delimiter;
  readonly cells: readonly string[];
}

/** Names of columns where any of them is there; none where they are another table's. */
function namesIn(headers: readonly Header[], given: ColumnNames): ColumnNames {
  const all = new Set(headers.flatMap(({ cells }) => cells.map(normalName)));
  return [...given.keys()].some((header) => all.has(header)) ? given : new Map();
}

function unknownTable(headers: readonly Header[], lines: readonly string[], given: ColumnNames): Detected {
  // Most cells are most likely the header; of as many, those of the first line.
  const [widest] = headers.toSorted((a, b) => b.cells.length - a.cells.length || a.line - b.line);
  if (!widest) return { kind: 'unknown', line: 1, hint: noTable };
  const counted = headers.find(({ cells }) => isConsoleTable(columnNames(cells, given)));
  const { line, delimiter, cells } = counted ?? widest;
  const rows = lines.slice(line).map((row) => cellsOf(row, delimiter));
  const hint = counted
    ? unknownCounts(cells)
    : `The table is not of a known kind. ${columnHelp(cells, given)}`;
  return { kind: 'unknown', line, hint, columns: shownColumns(cells, rows) };
}

const noTable =
  'The file is neither a table nor JSON. Bring an export as it was downloaded, or save the table as CSV.';

/** A table that counts clicks and impressions by something whose name is not known. */
function unknownCounts([first = '']: readonly string[]): string {
  const header = shownName(first);
  return `The table counts clicks and impressions, but none of its columns is known as queries, pages, countries, devices or days. If "${header}" is the one of queries: --column "query=${header}", or in an upload \`columns\`: [{ "header": "${header}", "means": "query" }].`;
}

/** The first line is a value by itself and others follow, as in JSONL. */
function isJsonLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end < 0 || !text.startsWith('{')) return false;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

function tableOf(cells: readonly string[], delimiter: Delimiter, named: ColumnNames): Table | undefined {
  if (!hasNamed(cells, named)) return undefined;
  const columns = columnNames(cells, named);
  const format = csvFormats.find((candidate) => candidate.matches(columns));
  if (format) return { kind: 'csv', delimiter, format, named };
  if (namedTable.matches([...named.values()])) return { kind: 'csv', delimiter, format: namedTable, named };
  const compared = comparedTable(columns);
  const names = new Map([...named, ...(compared?.names ?? [])]);
  return compared && consoleTable.matches(columnNames(cells, names))
    ? { kind: 'csv', delimiter, format: consoleTable, named: names, part: compared.part }
    : undefined;
}

/** A table of Search Console in a language whose headings are not known, by what is in its cells. */
function shapedTable(lines: readonly string[], named: ColumnNames): Detected | undefined {
  for (const delimiter of delimiters) {
    const [header = [], ...rows] = lines
      .map((line) => cellsOf(line, delimiter))
      .filter((cells) => cells.some((cell) => cell.trim() !== ''));
    const found = shapeOf(header, rows);
    if (!found) continue;
    const names = new Map([...found.names, ...named]);
    return { kind: 'csv', delimiter, format: consoleTable, named: names, isGuess: found.isGuess };
  }
  return undefined;
}

/** What the first values of a JSON text are about, by the names of their members. */
function jsonGives(text: string): Gives {
  const has = (...names: readonly string[]) => names.some((name) => text.includes(`"${name}"`));
  if (has('impressions') && has('clicks') && !has('keyword', 'tasks')) return 'console';
  return has('source_url', 'url_from') && !has('tasks') ? 'links' : 'index';
}

function cellsOf(line: string, delimiter: Delimiter): string[] {
  try {
    const rows: string[][] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true });
    return rows[0] ?? [];
  } catch {
    // A cell may continue in the next line; a header's does not.
    return [];
  }
}

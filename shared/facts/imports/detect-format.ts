import { parse } from 'csv-parse/sync';
import { type ColumnNames, columnHelp, columnNames, hasNamed, shownName } from './column-names.ts';
import { isConsoleTable } from './console-columns.ts';
import { consoleTable } from './console-rows.ts';
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
    }
  | { readonly kind: 'unknown'; readonly line: number; readonly hint: string };

/** How much of a file is read for detection, and in how many of its lines the header is searched. */
export const peekedCharacters = 64 * 1024;
const headerLines = 20;

/** What a text is, from its beginning, with columns that were named by hand. */
export function detectFormat(start: string, named: ColumnNames): Detected {
  const text = start.replace(/^\uFEFF/u, '').trimStart();
  if (text.startsWith('{') || text.startsWith('['))
    return { kind: 'json', isLines: isJsonLines(text), gives: jsonGives(text) };
  const lines = text.split(/\r?\n|\r/u, headerLines);
  const headers = lines.flatMap((line, index) =>
    delimiters
      .filter((delimiter) => line.includes(delimiter))
      .map((delimiter) => ({ line: index + 1, delimiter, cells: cellsOf(line, delimiter) })),
  );
  for (const { delimiter, cells } of headers) {
    const found = tableOf(cells, delimiter, named);
    if (found) return found;
  }
  const shaped = shapedTable(lines, named);
  if (shaped) return shaped;
  // Most cells are most likely the header; of as many, those of the first line.
  const [widest] = headers.sort((a, b) => b.cells.length - a.cells.length || a.line - b.line);
  const counted = headers.find(({ cells }) => isConsoleTable(columnNames(cells, named)));
  if (counted) return unknownCounts(counted);
  const hint = widest
    ? `The table is not of a known kind. ${columnHelp(widest.cells, named)}`
    : 'The file is neither a table nor JSON. Bring an export as it was downloaded, or save the table as CSV.';
  return { kind: 'unknown', line: widest?.line ?? 1, hint };
}

/** A table that counts clicks and impressions by something whose name is not known. */
function unknownCounts({
  line,
  cells,
}: {
  readonly line: number;
  readonly cells: readonly string[];
}): Detected {
  const header = shownName(cells[0] ?? '');
  const hint = `The table counts clicks and impressions, and no column of queries, pages, countries, devices or days is known in it. If "${header}" is the one of queries: --column "query=${header}".`;
  return { kind: 'unknown', line, hint };
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

function tableOf(cells: readonly string[], delimiter: Delimiter, named: ColumnNames): Detected | undefined {
  if (!hasNamed(cells, named)) return undefined;
  const columns = columnNames(cells, named);
  const format = csvFormats.find((candidate) => candidate.matches(columns));
  if (format) return { kind: 'csv', delimiter, format, named };
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

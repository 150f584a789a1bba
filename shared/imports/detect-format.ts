import { parse } from 'csv-parse/sync';
import { type CsvFormat, csvFormats } from './csv-formats.ts';
import { columnNames, type Delimiter, delimiters } from './csv-rows.ts';

export type Detected =
  | { readonly kind: 'json'; readonly isLines: boolean }
  | { readonly kind: 'csv'; readonly delimiter: Delimiter; readonly format: CsvFormat }
  | { readonly kind: 'without keywords'; readonly name: string };

/** How much of a file is looked at, and in how many of its lines the header is sought. */
export const peekedCharacters = 64 * 1024;
const headerLines = 20;

/** What a text is, from its beginning; undefined where no known table or value is seen. */
export function detectFormat(start: string): Detected | undefined {
  const text = start.replace(/^\uFEFF/u, '').trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return { kind: 'json', isLines: isJsonLines(text) };
  for (const line of text.split(/\r?\n|\r/u, headerLines)) {
    for (const delimiter of delimiters) {
      const found = tableOf(line, delimiter);
      if (found) return found;
    }
  }
  return undefined;
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

function tableOf(line: string, delimiter: Delimiter): Detected | undefined {
  if (!line.includes(delimiter)) return undefined;
  const columns = columnNames(cellsOf(line, delimiter));
  const format = csvFormats.find((candidate) => candidate.matches(columns));
  if (format) return { kind: 'csv', delimiter, format };
  return isConsoleTotals(columns) ? { kind: 'without keywords', name: 'search-console-totals' } : undefined;
}

/** Search Console's tables by page, country, device or day: they lie beside the queries and name none. */
function isConsoleTotals(columns: readonly string[]): boolean {
  return ['clicks', 'impressions', 'position'].every((name) => columns.includes(name));
}

function cellsOf(line: string, delimiter: Delimiter): string[] {
  const rows: string[][] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true });
  return rows[0] ?? [];
}

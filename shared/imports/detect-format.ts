import { parse } from 'csv-parse/sync';
import { type CsvFormat, csvFormats } from './csv-formats.ts';
import { columnNames, type Delimiter, delimiters } from './csv-rows.ts';

export type Detected =
  | { readonly kind: 'json'; readonly isLines: boolean }
  | { readonly kind: 'csv'; readonly delimiter: Delimiter; readonly format: CsvFormat };

/** How much of a file is looked at, and in how many of its lines the header is sought. */
export const peekedCharacters = 64 * 1024;
const headerLines = 20;

/** What a text is, from its beginning; undefined where no known table or value is seen. */
export function detectFormat(start: string): Detected | undefined {
  const text = start.replace(/^\uFEFF/u, '').trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return { kind: 'json', isLines: isJsonLines(text) };
  for (const line of text.split(/\r?\n|\r/u, headerLines)) {
    for (const delimiter of delimiters) {
      const format = formatOf(line, delimiter);
      if (format) return { kind: 'csv', delimiter, format };
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

function formatOf(line: string, delimiter: Delimiter): CsvFormat | undefined {
  if (!line.includes(delimiter)) return undefined;
  const columns = columnNames(cellsOf(line, delimiter));
  return csvFormats.find((format) => format.matches(columns));
}

function cellsOf(line: string, delimiter: Delimiter): string[] {
  const rows: string[][] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true });
  return rows[0] ?? [];
}

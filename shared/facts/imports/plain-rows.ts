import type { CsvFormat } from './csv-formats.ts';
import { csvFormats } from './csv-formats.ts';
import type { CsvRow } from './csv-rows.ts';
import { BadRowError, type ImportRecord } from './import-record.ts';

/** A plain JSON row: the members of the plain table under the same names. */
export function plainRow(value: Readonly<Record<string, unknown>>, line: number): ImportRecord {
  const cells = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cellText(cell)]));
  const row: CsvRow = {
    kind: 'row',
    line,
    columns: [...cells.keys()],
    cell: (...names) => cells.get(names.find((name) => cells.has(name)) ?? ''),
  };
  const record = plainFormat().read(row, { domain: undefined });
  if (!record) throw new BadRowError('The row has neither a position nor metrics.');
  return record;
}

function plainFormat(): CsvFormat {
  const plain = csvFormats.at(-1);
  if (!plain) throw new Error('The plain format is missing.');
  return plain;
}

function cellText(cell: unknown): string | undefined {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : undefined;
}

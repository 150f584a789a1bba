import type { CsvRow } from './csv-rows.ts';
import type { ImportRecord } from './import-record.ts';
import { plainTable } from './plain-table.ts';

/** A plain JSON row: the members of the plain table under the same names. */
export function plainRow(value: Readonly<Record<string, unknown>>, line: number): ImportRecord {
  return plainTable.read(memberRow(value, line), { domain: undefined });
}

/** The members of a JSON row as a table's row has its cells. */
export function memberRow(value: Readonly<Record<string, unknown>>, line: number): CsvRow {
  const cells = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cellText(cell)]));
  return {
    kind: 'row',
    line,
    columns: [...cells.keys()],
    cell: (...names) => cells.get(names.find((name) => cells.has(name)) ?? ''),
  };
}

function cellText(cell: unknown): string | undefined {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : undefined;
}

type Cell = string | number | boolean | null | undefined;

/**
 * One line of CSV (RFC 4180) with its line end. Text that a spreadsheet would
 * run as a formula (`= + - @`, tab, carriage return first) gets an apostrophe in front; numbers never do.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

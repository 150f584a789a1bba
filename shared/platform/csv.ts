type Cell = string | number | boolean | null | undefined;

/** What makes a spreadsheet read a cell as a formula, in ASCII and full width, behind anything it trims or drops. */
const formulaStart = /^(?:[\t\r\n\0]|[\s\p{Cf}\0]*[=+\-@＝＋－＠])/u;
/**
 * The same behind a separator that some locales split at: Excel opens
 * `a;=1+1` as two cells where `;` is the list separator.
 */
const formulaBehindSeparator = /[;\t](?=[ \u00a0\0]*[=+\-@＝＋－＠])/gu;

/**
 * One line of CSV (RFC 4180) with its line end. Text that a spreadsheet would
 * run as a formula gets an apostrophe in front of it; numbers never do.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Text that needs neither an apostrophe nor quotes, which most cells are: told at one look. */
const plainText = /^[\w/][\w/.: -]*$/u;

export function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  if (plainText.test(cell)) return cell;
  const split = cell.replace(formulaBehindSeparator, "$&'");
  const safe = formulaStart.test(cell) ? `'${split}` : split;
  return /[",;\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

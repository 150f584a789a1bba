import { between } from '../harness/page.ts';
import { markdownOf, type Table } from '../harness/report.ts';
import type { Result } from '../harness/results.ts';
import { capacityTables } from './model.ts';

/** `docs/capacity.md` with every table as the model reckons it from the stored results. */
export function renderCapacity(page: string, results: readonly Result[]): string {
  const tables = { ...capacityTables(results), connected: connectedRows(results) };
  return Object.entries(tables).reduce((text, [mark, rows]) => between(text, mark, markdownOf(rows)), page);
}

/** A connected site, from its first sync on: measured, and not reckoned. */
function connectedRows(results: readonly Result[]): Table['rows'] {
  const [first, month] = results.find(({ part }) => part === 'search-console')?.tables ?? [];
  if (!first || !month) throw new Error('The part search-console of the benchmark has never run.');
  return first.rows.map((once, at) => {
    const monthly = month.rows[at] ?? {};
    return {
      'rows a day': once['rows a day'] ?? '',
      'first sync: requests': once.requests ?? '',
      'write units': once['write units'] ?? '',
      'once ($)': once['dollars, once'] ?? '',
      'each month: requests': monthly.requests ?? '',
      'write units a month': monthly['write units'] ?? '',
      'kept (MB)': monthly['kept (MB)'] ?? '',
      'a month ($)': monthly['sum ($)'] ?? '',
    };
  });
}

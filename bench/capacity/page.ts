import { between } from '../harness/page.ts';
import { markdownOf } from '../harness/report.ts';
import type { Result } from '../harness/results.ts';
import { capacityTables } from './model.ts';

/** `docs/capacity.md` with every table as the model reckons it from the stored results. */
export function renderCapacity(page: string, results: readonly Result[]): string {
  return Object.entries(capacityTables(results)).reduce(
    (text, [mark, rows]) => between(text, mark, markdownOf(rows)),
    page,
  );
}

import { readHeads, readPages, readQueries, readTotals } from '#shared/facts/own-sites/console-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createImportRegister } from './import-register.ts';

/** Rows of one copy: some three megabytes of JSON, well within what a function may answer. */
const mostRows = 30_000;

/**
 * What an account has brought of its own: its imports with their reports, and
 * the figures of each site, newest imports first as far as there is room.
 */
export async function copyOwnData(table: IndexTable, accountId: string) {
  const register = createImportRegister(table, accountId);
  const imports = await Promise.all(
    (await register.list()).map(async (entry) => ({
      ...entry,
      reports: await register.reports(entry.import_id),
    })),
  );
  const heads = await readHeads(table, accountId);
  const figures = [];
  let room = mostRows;
  for (const head of heads.toSorted((a, b) => (a.imported_at < b.imported_at ? 1 : -1))) {
    const fits = head.queries + head.pages <= room;
    if (fits) room -= head.queries + head.pages;
    const totals = await readTotals(table, accountId, head.import_id);
    figures.push({
      ...head,
      days: totals?.days ?? [],
      // Null where there was no room: the datasets `own-queries` and `own-pages` have them.
      queryRows: fits ? await readQueries(table, accountId, head.import_id) : null,
      pageRows: fits ? await readPages(table, accountId, head.import_id) : null,
    });
  }
  return { imports, figures };
}

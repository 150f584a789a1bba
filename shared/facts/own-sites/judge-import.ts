import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { changesBetween } from './changes-between.ts';
import { byClicks, type ConsoleRows } from './console-blocks.ts';
import { type ConsoleHead, type ConsoleLists, todaysRules } from './console-items.ts';
import { readBlockRows, readEditedNames, readPages, readPairs, readQueries } from './console-reads.ts';
import { best, mergedRows } from './console-row.ts';
import { appliedNames, countsOf, judgedBy } from './judge-queries.ts';
import { nameTeller } from './name-teller.ts';
import { faultOpportunities, readPageFaults } from './page-faults.ts';
import { findNames } from './site-names.ts';

/** Opportunities that lie with the lists that every answer reads. */
const listedOpportunities = 10;

/** The head of an import before anything rests on its names. */
export type UnjudgedHead = Omit<ConsoleHead, 'brand' | 'opportunities' | 'found' | 'names' | 'rules'>;

/** What the rules make of an import. */
export interface Judgement {
  readonly head: ConsoleHead;
  readonly lists: Pick<ConsoleLists, 'curve' | 'opportunities'>;
  /** Opportunities of the import itself, and those against an earlier one. */
  readonly own: readonly SearchOpportunity[];
  readonly changes: readonly SearchOpportunity[];
}

interface JudgedWith {
  /** The import that decay and growth are counted against; itself where it compares two periods. */
  readonly before: UnjudgedHead | undefined;
  /** Its rows, where they are at hand, and what its connection told of single pages. */
  readonly rows?: ConsoleRows & { readonly faults: readonly SearchOpportunity[] };
}

export async function judgementOf(
  table: IndexReader,
  accountId: string,
  head: UnjudgedHead,
  { before, rows }: JudgedWith,
): Promise<Judgement> {
  const { faults, ...listed } = rows ?? (await storedRows(table, accountId, head.import_id));
  const { site, from, to } = head;
  const [edited, ofPages] = await Promise.all([
    readEditedNames(table, accountId, site),
    readPageFaults(table, accountId, site),
  ]);
  const found = findNames(site, siteOf(site).root, listed.queries);
  const names = appliedNames(edited, found);
  const { curve, brand, opportunities } = judgedBy(names, head, listed);
  // A page with a fault stands in one row with what else is known of it.
  const own = mergedRows([...opportunities, ...faults, ...faultOpportunities(head, listed.pages, ofPages)]);
  const changes = before
    ? changesBetween(
        { domain: site, from, to, ...listed },
        await earlierFigures(table, accountId, before, before.import_id === head.import_id),
        { names: nameTeller(names), ofOneExport: before.import_id === head.import_id },
      )
    : [];
  const all = mergedRows([...own, ...changes]);
  return {
    head: {
      ...head,
      ...{ found, names, brand, rules: todaysRules },
      opportunities: countsOf(all),
      compared_with: before?.import_id ?? null,
    },
    lists: { curve: [...curve], opportunities: best(all, listedOpportunities) },
    own,
    changes,
  };
}

async function storedRows(table: IndexReader, accountId: string, importId: string) {
  const [queries, pages, pairs, faults] = await Promise.all([
    readQueries(table, accountId, importId),
    readPages(table, accountId, importId),
    readPairs(table, accountId, importId),
    readBlockRows(table, accountId, importId, ['f']),
  ]);
  return { queries: queries.sort(byClicks), pages: pages.sort(byClicks), pairs, faults };
}

async function earlierFigures(
  table: IndexReader,
  accountId: string,
  { site, from, to, import_id }: UnjudgedHead,
  isSame: boolean,
) {
  return {
    ...{ domain: site, from, to },
    queries: await readQueries(table, accountId, import_id, isSame ? 'r' : 'q'),
    pages: await readPages(table, accountId, import_id, isSame ? 's' : 'p'),
  };
}

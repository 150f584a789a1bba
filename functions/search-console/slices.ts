import { endpoint, queryFault } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import type { SitePerformance } from '#shared/facts/ports/site-performance.ts';
import { askPerformance } from '#shared/facts/search-console/ask-performance.ts';
import { answered } from '#shared/facts/search-console/connected-sites.ts';
import { askFilters } from '#shared/facts/search-console/slice-rows.ts';
import type { SliceFilter } from '#shared/facts/search-console/slices.ts';
import { createIndexReader, readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';
import { type ImportedQuestion, importedSlice } from './imported-slice.ts';

const tableOf = (foundation: Foundation) => readingLatest(createIndexReader(indexOptions(foundation)));

export const getSitePerformance = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getSitePerformance,
    tableOf,
    async ({ caller, parameters, query }, table) => ({
      body: await performanceSlice({
        table,
        accountId: caller.account.accountId,
        site: parameters.site ?? '',
        query,
      }),
    }),
  );

/** What an account's connection has synced of a site, else what was uploaded of it, as far as one page of rows goes. */
export async function performanceSlice(question: Omit<ImportedQuestion, 'filters'>) {
  const { table, accountId, site, query } = question;
  const { limit, cursor, ...asked } = query;
  const found = answered<SitePerformance>(await askPerformance(table, accountId, site, asked), 'query');
  if (!found) return imported(question);
  const { head, rows, mark } = found;
  const start = startOf(cursor, mark);
  const end = start + limit;
  return {
    ...head,
    rows: rows.slice(start, end),
    total_rows: rows.length,
    next_cursor: end < rows.length ? `${mark}.${end}` : null,
  };
}

/** Of a site that is not connected what was uploaded. */
async function imported(asked: Omit<ImportedQuestion, 'filters'>) {
  const named = normalizeDomain(asked.site);
  const filters = answered<readonly SliceFilter[]>(askFilters(asked.query.filter), 'query') ?? [];
  const slice = named.ok && (await importedSlice({ ...asked, site: named.domain, filters }));
  if (slice) return slice;
  throw new ServiceError(
    'not_found',
    'This site is not connected to Search Console, and no export of it with this kind of search was uploaded. POST /v1/me/search-console connects; POST /v1/me/uploads takes an export.',
  );
}

function startOf(cursor: string | undefined, mark: string): number {
  if (cursor === undefined || cursor === '') return 0;
  const [of, start = ''] = cursor.split('.');
  if (of === mark && /^\d{1,9}$/u.test(start)) return Number(start);
  throw queryFault(
    'cursor',
    'This cursor belongs to another question, or the rows have changed since. Begin again without it.',
  );
}

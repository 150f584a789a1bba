import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { csvLine } from '#shared/platform/csv.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';
import { datasetRows, ownPositions, type RankRow, ranksOf, readRanks } from './read-ranks.ts';

const historyOf = ({ documents, tables, clock }: Foundation) => {
  const identity = { documents, name: tables.identity, clock };
  return { trackers: createTrackerRepository(identity), ranks: createRankHistory(identity) };
};

export const getRanks = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getRanks,
    historyOf,
    async ({ caller, parameters, query, now }, services) => {
      const { accountId } = caller.account;
      const read = await readRanks({ accountId, parameters, asked: query, now }, services);
      const found = await ranksOf(read, query, services);
      const { documents, tables } = foundation;
      const table = { documents, table: tables.index };
      const body =
        query.search_console === 'true' ? await ownPositions(found, read, accountId, table) : found;
      if (query.format !== 'csv') return { body };
      const raw = { contentType: 'text/csv; charset=utf-8', text: csvOf(body.rows) };
      return { body, raw };
    },
  );

/** What spreadsheets get of a row; lists are joined. */
function csvOf(rows: readonly RankRow[]): string {
  const rivals = [...new Set(rows.flatMap((row) => row.rivals.map(({ domain }) => domain)))];
  const columns = [
    ...(['keyword', 'tags', 'monthly_volume', 'status', 'position', 'previous_position', 'change'] as const),
    ...(['movement', 'best_position', 'best_day', 'url', 'ai_overview', 'serp_features'] as const),
  ];
  const head = csvLine([
    ...columns,
    'search_console_position',
    ...rivals.map((rival) => `position of ${rival}`),
  ]);
  const lines = rows.map((row) =>
    csvLine([
      ...columns.map((column) => {
        const value = row[column];
        return Array.isArray(value) ? value.join(' ') : (value ?? null);
      }),
      row.search_console_position ?? null,
      ...rivals.map((rival) => row.rivals.find(({ domain }) => domain === rival)?.position ?? null),
    ]),
  );
  return head + lines.join('');
}

const datasetServices = (foundation: Foundation) => {
  const { documents, tables, objects, clock } = foundation;
  const records = createDatasetRecords(documents, tables);
  return { ...historyOf(foundation), datasets: createDatasets({ records, objects, clock }) };
};

/** Rows of one dataset: they are read at once when it is exported. */
const mostRows = 100_000;

export const keepRankDataset = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.keepRankDataset,
    datasetServices,
    async ({ caller, parameters, body: asked, now }, services) => {
      const { accountId } = caller.account;
      const read = await readRanks({ accountId, parameters, asked, now }, services);
      const rows = datasetRows(read);
      if (rows.length === 0)
        throw new ServiceError('not_found', 'Nothing was checked in these days. Nothing was kept.');
      if (rows.length > mostRows)
        throw new ServiceError(
          'validation_error',
          `These are ${rows.length} rows, and a dataset has at most ${mostRows}: send fewer days or a tag. Nothing was kept.`,
        );
      const { site, markets } = read.setup;
      const { location, device } = markets[read.market] ?? { location: '', device: 'desktop' };
      const planned = services.datasets.plan(
        { accountId, tool: 'inspect_search_visibility', args: { domain: site } },
        {
          name: 'ranks',
          description: `Places of ${site} in ${location} (${device}), ${read.from} to ${read.to}.`,
          rows,
        },
      );
      await planned.store();
      return { body: { resource: planned.resource } };
    },
  );

import { Badge, Group } from '@mantine/core';
import type { Column } from '../grid/column.ts';
import { Domain } from './cells.tsx';
import { CompetitorMap } from './drawings.tsx';
import { type Data, flag, rows, text } from './read.ts';
import { columnsOf, Table } from './table.tsx';

/** Who competes, and how much they have in common. */
export function CompetitorsPicture({ data }: { readonly data: Data }) {
  const list = rows(data, 'competitors');
  const isByLinks = list.some((row) => text(row, 'basis') === 'links');
  return (
    <>
      {isByLinks ? (
        <Table
          title="Linked by the same domains"
          note="No shared keywords are known. Shared links in the Common Crawl Web Graph suggest rivals but do not prove them."
          rows={list}
          columns={columnsOf(competitorColumn, sharedReferrers, 'place', 'relevance')}
        />
      ) : (
        <>
          <Competitors title="Competitors" list={list} />
          <CompetitorMap list={list} />
        </>
      )}
      <Table
        title="Left out"
        rows={rows(data, 'excluded')}
        columns={[competitorColumn, { header: 'Reason', value: 'reason' }]}
      />
    </>
  );
}

const sharedReferrers: Column = {
  header: 'Referring domains in common',
  value: 'shared_referrers',
  as: 'number',
};

const competitorColumn: Column = {
  header: 'Domain',
  value: 'competitor',
  cell: (row) => (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      <Domain name={text(row, 'competitor')} />
      {flag(row, 'is_giant') ? (
        <Badge color="gray" title="A very large site" flex="none">
          large
        </Badge>
      ) : null}
    </Group>
  ),
};

const columns = columnsOf(
  competitorColumn,
  { header: 'Shared keywords', value: 'shared_keywords', as: 'number' },
  { header: 'Average position', value: 'avg_position', as: 'decimal', isMinor: true },
  { header: 'Keywords', value: 'organic_keywords', as: 'number', isMinor: true },
  'visits',
  'relevance',
);

/** Competitors as a table. */
export function Competitors({ title, list }: { readonly title: string; readonly list: readonly Data[] }) {
  return (
    <Table
      title={title}
      rows={list}
      columns={columns}
      dataset="competitors"
      empty="No other domain has enough in common."
    />
  );
}

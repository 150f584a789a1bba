import { Badge, Group } from '@mantine/core';
import { percent } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Hint } from '../parts/text.tsx';
import { Domain, Measure, trafficColumn } from './cells.tsx';
import { CompetitorMap } from './drawings.tsx';
import { Panel } from './figures.tsx';
import { placeColumn } from './graph-authority.tsx';
import { type Data, flag, num, rows, text } from './read.ts';

/** Who competes, and how much they have in common. */
export function CompetitorsPicture({ data }: { readonly data: Data }) {
  const excluded = rows(data, 'excluded');
  const list = rows(data, 'competitors');
  const isByLinks = list.some((row) => text(row, 'basis') === 'links');
  return (
    <>
      {isByLinks ? (
        <Panel
          title="Linked by the same domains"
          note="No shared keywords are known. Shared links in the Common Crawl Web Graph suggest rivals but do not prove them."
        >
          <Grid label="Competitors" rows={list} columns={linkColumns} />
        </Panel>
      ) : (
        <>
          <Panel title="Competitors">
            <Competitors list={list} />
          </Panel>
          <CompetitorMap list={list} />
        </>
      )}
      {excluded.length === 0 ? null : (
        <Panel title="Left out">
          <Grid
            label="Left out"
            rows={excluded}
            columns={[competitorColumn, { header: 'Reason', value: (row) => text(row, 'reason') }]}
          />
        </Panel>
      )}
    </>
  );
}

const competitorColumn: Column = {
  header: 'Domain',
  value: (row) => text(row, 'competitor'),
  cell: (row) => (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      <Domain name={text(row, 'competitor')} />
      {flag(row, 'is_giant') ? <Badge color="gray">very large site</Badge> : null}
    </Group>
  ),
};

const relevance: Column = { header: 'Relevance', value: (row) => num(row, 'relevance'), as: 'percent' };

const linkColumns: readonly Column[] = [
  competitorColumn,
  { header: 'Referring domains in common', value: (row) => num(row, 'shared_referrers'), as: 'number' },
  placeColumn,
  relevance,
];

const columns: readonly Column[] = [
  competitorColumn,
  { header: 'Shared keywords', value: (row) => num(row, 'shared_keywords'), as: 'number' },
  { header: 'Average position', value: (row) => num(row, 'avg_position'), as: 'decimal', isMinor: true },
  { header: 'Keywords', value: (row) => num(row, 'organic_keywords'), as: 'number', isMinor: true },
  { ...trafficColumn, isMinor: true },
  {
    header: 'Relevance',
    value: (row) => num(row, 'relevance'),
    cell: (row) => (
      <Measure value={num(row, 'relevance')} max={1}>
        {percent(num(row, 'relevance'))}
      </Measure>
    ),
    as: 'number',
  },
];

/** Competitors as a table. */
export function Competitors({ list }: { readonly list: readonly Data[] }) {
  if (list.length === 0) return <Hint>No other domain has enough in common.</Hint>;
  return <Grid label="Competitors" rows={list} columns={columns} dataset="competitors" />;
}

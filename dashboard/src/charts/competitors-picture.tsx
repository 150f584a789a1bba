import { Badge, Group } from '@mantine/core';
import { number, percent, shortNumber } from '../format.ts';
import { Domain, Measure } from './cells.tsx';
import { Nothing, Panel } from './figures.tsx';
import { type Data, flag, num, rows, text } from './read.ts';
import { type Column, RowsTable } from './rows-table.tsx';

/** Who competes, and how much they have in common. */
export function CompetitorsPicture({ data }: { readonly data: Data }) {
  const excluded = rows(data, 'excluded');
  return (
    <>
      <Panel title="Competitors">
        <Competitors list={rows(data, 'competitors')} />
      </Panel>
      {excluded.length === 0 ? null : (
        <Panel title="Left out">
          <RowsTable
            label="Left out"
            rows={excluded}
            columns={[
              { header: 'Domain', cell: (row) => <Domain name={text(row, 'competitor')} /> },
              { header: 'Reason', cell: (row) => text(row, 'reason') },
            ]}
            minWidth={320}
          />
        </Panel>
      )}
    </>
  );
}

const name: Column = {
  header: 'Domain',
  cell: (row) => (
    <Group gap={8}>
      <Domain name={text(row, 'competitor')} />
      {flag(row, 'is_giant') ? <Badge color="gray">giant</Badge> : null}
    </Group>
  ),
};
const shared: Column = {
  header: 'Shared',
  cell: (row) => number(num(row, 'shared_keywords')),
  isNumber: true,
};
const relevance: Column = {
  header: 'Relevance',
  cell: (row) => (
    <Measure value={num(row, 'relevance')} max={1}>
      {percent(num(row, 'relevance'))}
    </Measure>
  ),
  isNumber: true,
};
const details: readonly Column[] = [
  {
    header: 'Avg. position',
    cell: (row) => num(row, 'avg_position')?.toFixed(1) ?? '–',
    isNumber: true,
    isMinor: true,
  },
  { header: 'Keywords', cell: (row) => number(num(row, 'organic_keywords')), isNumber: true, isMinor: true },
  {
    header: 'Visits a month',
    cell: (row) => shortNumber(num(row, 'estimated_organic_traffic_per_month')),
    isNumber: true,
    isMinor: true,
  },
];

/** Competitors as a table. */
export function Competitors({ list }: { readonly list: readonly Data[] }) {
  if (list.length === 0) return <Nothing>No other domain has enough in common.</Nothing>;
  const columns = [name, shared, ...details, relevance];
  return <RowsTable label="Competitors" rows={list} columns={columns} minWidth={640} />;
}

import { SimpleGrid, Text } from '@mantine/core';
import { number, words } from '../format.ts';
import { BarList } from '../parts/bar-list.tsx';
import { Intent, Position, Strong } from './cells.tsx';
import { Nothing, Panel } from './figures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { type Column, RowsTable } from './rows-table.tsx';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const losing = rows(data, 'losing');
  const clusters = rows(data, 'intent_clusters');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Panel title="Searches a month that are missed, by intent">
          <BarList
            rows={clusters.map((cluster) => ({
              label: words(text(cluster, 'intent') || 'unknown'),
              value: num(cluster, 'total_volume') ?? 0,
              text: number(num(cluster, 'total_volume')),
            }))}
          />
        </Panel>
        <Text size="sm" c="dimmed">
          <b>{number(gaps.length)}</b> keywords where competitors rank and {text(data, 'domain')} does not,
          and <b>{number(losing.length)}</b> where it ranks behind them.
        </Text>
      </SimpleGrid>
      <Panel title="Gaps">
        {gaps.length === 0 ? (
          <Nothing>No gap: the target ranks wherever these competitors do.</Nothing>
        ) : (
          <RowsTable
            label="Gaps"
            rows={gaps}
            columns={[...gapColumns, ...competitors.map(competitorColumn)]}
            minWidth={420 + 110 * competitors.length}
            phoneMinWidth={190 + 100 * competitors.length}
          />
        )}
      </Panel>
      {losing.length === 0 ? null : (
        <Panel title="Losing">
          <RowsTable label="Losing" rows={losing} columns={losingColumns} minWidth={600} />
        </Panel>
      )}
    </>
  );
}

const keyword: Column = { header: 'Keyword', cell: (row) => <Strong>{text(row, 'keyword')}</Strong> };
const volume: Column = {
  header: 'Volume',
  cell: (row) => number(num(row, 'monthly_volume')),
  isNumber: true,
};
const gapColumns: readonly Column[] = [
  keyword,
  { header: 'Intent', cell: (row) => <Intent name={text(row, 'intent')} />, isMinor: true },
  volume,
];

function competitorColumn(competitor: string): Column {
  return {
    header: competitor,
    isNumber: true,
    cell: (row) => {
      const found = rows(row, 'competitor_positions').find(
        (entry) => text(entry, 'competitor') === competitor,
      );
      return <Position value={found ? num(found, 'position') : null} />;
    },
  };
}

const losingColumns: readonly Column[] = [
  keyword,
  volume,
  { header: 'You', cell: (row) => <Position value={num(row, 'target_position')} />, isNumber: true },
  {
    header: 'Best',
    cell: (row) => <Position value={num(part(row, 'best_competitor'), 'position')} />,
    isNumber: true,
  },
  { header: 'Who', cell: (row) => text(part(row, 'best_competitor'), 'competitor'), isMinor: true },
];

import { number, shortNumber, words } from '../format.ts';
import { BarList } from '../parts/bar-list.tsx';
import { readableDomain } from '../readable-domain.ts';
import { Domain, difficultyColumn, Intent, Position, Strong, volumeColumn } from './cells.tsx';
import { PositionChange } from './changes.tsx';
import { Figures, Nothing, Panel } from './figures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { type Column, RowsTable } from './rows-table.tsx';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const losing = rows(data, 'losing');
  const clusters = rows(data, 'intent_clusters');
  const domain = readableDomain(text(data, 'domain'));
  return (
    <>
      <Figures
        figures={[
          {
            label: 'To win',
            value: shortNumber(sumOf(clusters, 'total_volume')),
            note: 'searches a month in both lists',
          },
          { label: 'Keywords', value: number(sumOf(clusters, 'keywords')), note: 'complete lists below' },
          { label: 'Largest gap', value: shortNumber(largest(gaps)), note: text(gaps[0] ?? {}, 'keyword') },
          {
            label: 'Largest behind',
            value: shortNumber(largest(losing)),
            note: text(losing[0] ?? {}, 'keyword'),
          },
        ]}
      />
      <Panel title="Searches a month to win, by intent">
        <BarList
          rows={clusters.map((cluster) => ({
            label: words(text(cluster, 'intent') || 'unknown'),
            value: num(cluster, 'total_volume') ?? 0,
            text: number(num(cluster, 'total_volume')),
          }))}
        />
      </Panel>
      <Panel title="Gaps" note={`Competitors are found and ${domain} is not. Most searched first.`}>
        {gaps.length === 0 ? (
          <Nothing>No gap: the target ranks wherever these competitors do.</Nothing>
        ) : (
          <RowsTable
            label="Gaps"
            rows={gaps}
            columns={[
              keyword,
              intent,
              volumeColumn('Searches', gaps),
              difficultyMinor,
              ...competitors.map(competitorColumn),
            ]}
            minWidth={500 + 110 * competitors.length}
            phoneMinWidth={190 + 100 * competitors.length}
          />
        )}
      </Panel>
      {losing.length === 0 ? null : (
        <Panel title="Losing" note={`${domain} is found, and a competitor before it.`}>
          <RowsTable
            label="Losing"
            rows={losing}
            columns={[keyword, volumeColumn('Searches', losing), ...losingColumns]}
            minWidth={600}
          />
        </Panel>
      )}
    </>
  );
}

const keyword: Column = { header: 'Keyword', cell: (row) => <Strong>{text(row, 'keyword')}</Strong> };
const intent: Column = {
  header: 'Intent',
  cell: (row) => <Intent name={text(row, 'intent')} />,
  isMinor: true,
};
const difficultyMinor: Column = { ...difficultyColumn, isMinor: true };

function sumOf(list: readonly Data[], key: string): number {
  return list.reduce((sum, row) => sum + (num(row, key) ?? 0), 0);
}

function largest(list: readonly Data[]): number | null {
  return num(list[0] ?? {}, 'monthly_volume');
}

function competitorColumn(competitor: string): Column {
  return {
    header: readableDomain(competitor),
    title: competitor,
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
  {
    header: 'You',
    cell: (row) => (
      <>
        <PositionChange of={text(row, 'keyword')} />
        <Position value={num(row, 'target_position')} />
      </>
    ),
    isNumber: true,
  },
  {
    header: 'Best',
    cell: (row) => <Position value={num(part(row, 'best_competitor'), 'position')} />,
    isNumber: true,
  },
  {
    header: 'Who',
    cell: (row) => <Domain name={text(part(row, 'best_competitor'), 'competitor')} />,
    isMinor: true,
  },
];

import { number, shortNumber, words } from '../format.ts';
import { BarList } from '../parts/bar-list.tsx';
import { readableDomain } from '../readable-domain.ts';
import { Domain, difficultyColumn, intentColumn, keywordColumn, Position, volumeColumn } from './cells.tsx';
import { PositionChange } from './changes.tsx';
import type { Column } from './column.ts';
import { Figures, Nothing, Panel } from './figures.tsx';
import { IntentMap } from './intent-map.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { RowsTable } from './rows-table.tsx';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const losing = rows(data, 'losing');
  const clusters = rows(data, 'intent_clusters');
  const domain = readableDomain(text(data, 'domain'));
  const isCrowded = competitors.length > crowd;
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
      <IntentMap keywords={gaps} />
      <Panel title="Gaps" note={`Competitors are found and ${domain} is not. Most searched first.`}>
        {gaps.length === 0 ? (
          <Nothing>No gap: the target ranks wherever these competitors do.</Nothing>
        ) : (
          <RowsTable
            label="Gaps"
            rows={gaps}
            columns={[
              keywordColumn,
              volumeColumn(gaps),
              ...(isCrowded ? [] : [intentColumn]),
              { ...difficultyColumn, isMinor: true },
              ...competitors.map((competitor) => competitorColumn(competitor, isCrowded)),
              ...(isCrowded ? [intentColumn] : []),
            ]}
            dataset="keyword-gaps"
          />
        )}
      </Panel>
      {losing.length === 0 ? null : (
        <Panel title="Losing" note={`${domain} is found, and a competitor before it.`}>
          <RowsTable
            label="Losing"
            rows={losing}
            columns={[keywordColumn, volumeColumn(losing), ...losingColumns]}
            dataset="losing-keywords"
          />
        </Panel>
      )}
    </>
  );
}

/** From this many competitors on, their columns are narrow. */
const crowd = 4;

function sumOf(list: readonly Data[], key: string): number {
  return list.reduce((sum, row) => sum + (num(row, key) ?? 0), 0);
}

function largest(list: readonly Data[]): number | null {
  return num(list[0] ?? {}, 'monthly_volume');
}

function competitorColumn(competitor: string, isNarrow: boolean): Column {
  const positionOf = (row: Data) => {
    const found = rows(row, 'competitor_positions').find((entry) => text(entry, 'competitor') === competitor);
    return found ? num(found, 'position') : null;
  };
  return {
    header: readableDomain(competitor),
    title: competitor,
    isNumber: true,
    isNarrow,
    value: positionOf,
    cell: (row) => <Position value={positionOf(row)} />,
  };
}

const bestPosition = (row: Data) => num(part(row, 'best_competitor'), 'position');
const bestName = (row: Data) => text(part(row, 'best_competitor'), 'competitor');

const losingColumns: readonly Column[] = [
  {
    header: 'Your position',
    value: (row) => num(row, 'target_position'),
    cell: (row) => (
      <>
        <PositionChange of={text(row, 'keyword')} />
        <Position value={num(row, 'target_position')} />
      </>
    ),
    isNumber: true,
  },
  {
    header: 'Best position',
    value: bestPosition,
    cell: (row) => <Position value={bestPosition(row)} />,
    isNumber: true,
  },
  {
    header: 'Held by',
    value: bestName,
    cell: (row) => <Domain name={bestName(row)} />,
    isMinor: true,
  },
];

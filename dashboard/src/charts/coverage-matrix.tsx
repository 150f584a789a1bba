import { Badge } from '@mantine/core';
import { useState } from 'react';
import { number, shortNumber, unknown, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Chips } from '../parts/chips.tsx';
import { Hint } from '../parts/text.tsx';
import { Domain, Position } from './cells.tsx';
import { classOf, coverageClasses, matrixRows, positionOf } from './coverage-classes.ts';
import { KeywordMap } from './drawings.tsx';
import { Figures } from './figures.tsx';
import { sumOf } from './keyword-pictures.tsx';
import { crowd, rivalColumns } from './link-pictures.tsx';
import { type Data, type DataProps, num, rows, text, texts } from './read.ts';
import { Counts, columnsOf, ownNames, position, volumeColumn } from './table.tsx';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: DataProps) {
  const clusters = rows(data, 'intent_clusters');
  const all = matrixRows(data);
  if (all.length === 0) return <Hint>No keywords are known for these competitors.</Hint>;
  const about = text(data, 'counts.basis') === 'estimate' ? 'about ' : '';
  const counted = (list: string) => `${about}${number(num(data, `counts.${list}`))}`;
  const largest = (list: string) => {
    const most = num(rows(data, list)[0] ?? {}, 'monthly_volume');
    return most === null ? unknown : `${shortNumber(most)} a month`;
  };
  return (
    <>
      <Figures
        figures={[
          { label: 'Searches a month to win', value: shortNumber(sumOf(clusters, 'total_volume')) },
          { label: 'Gaps', value: counted('gaps') },
          { label: 'You rank lower for', value: counted('losing') },
          { label: 'Largest gap', value: largest('gaps') },
          { label: 'Largest where you trail', value: largest('losing') },
        ]}
      />
      <CoverageMatrix all={all} competitors={texts(data, 'competitors')} />
      <Counts
        title="Searches a month to win, by intent"
        rows={clusters.map((cluster) => ({
          label: words(text(cluster, 'intent') || 'unknown'),
          value: num(cluster, 'total_volume') ?? 0,
          text: number(num(cluster, 'total_volume')),
        }))}
      />
      <KeywordMap keywords={rows(data, 'gaps')} />
    </>
  );
}

interface MatrixProps {
  readonly all: readonly Data[];
  readonly competitors: readonly string[];
}

/** Where the target and each competitor stand, by what is to be done about it. */
function CoverageMatrix({ all, competitors }: MatrixProps) {
  const [choice, setChoice] = useState('all');
  const byClass = Map.groupBy(all, (row): string => classOf(row, competitors));
  const lists = Object.entries(coverageClasses).flatMap(([value, { label, meaning }]) => {
    const count = byClass.get(value)?.length;
    return count ? [{ value, label: `${label} ${number(count)}`, meaning }] : [];
  });
  const hasShared = byClass.has('weak') || byClass.has('strong');
  /** Lists that hold all rows of a choice and no others, where the answer was shortened. */
  const datasets: Readonly<Record<string, string | false>> = {
    all: !hasShared && 'keyword-gaps',
    missing: competitors.length === 1 && 'keyword-gaps',
    weak: 'losing-keywords',
    strong: 'strong-keywords',
  };
  const dataset = datasets[choice];
  return (
    <div>
      <Chips
        mb="xs"
        label="Which keywords are shown"
        value={choice}
        onChange={setChoice}
        choices={[{ value: 'all', label: `All ${number(all.length)}` }, ...lists]}
      />
      <Grid
        key={choice}
        label="Keywords of competitors"
        rows={byClass.get(choice) ?? all}
        columns={matrixColumns({ all, competitors })}
        {...(dataset && { dataset })}
      />
    </div>
  );
}

function matrixColumns({ all, competitors }: MatrixProps): readonly Column[] {
  const isNarrow = competitors.length > crowd;
  const hasOwn = all.some((row) => num(row, 'target_position') !== null);
  const classed = (row: Data) => coverageClasses[classOf(row, competitors)];
  const classColumn: Column = {
    header: 'Class',
    width: 118,
    value: (row) => classed(row).label,
    cell: (row) => <Badge color={classed(row).color}>{classed(row).label}</Badge>,
  };
  return columnsOf([
    'keyword',
    classColumn,
    ...ownNames,
    volumeColumn(all),
    ...(hasOwn ? [{ ...position('You', 'target_position'), isNarrow }] : []),
    ...rivalColumns(competitors, positionOf).map((column) => ({
      ...column,
      cell: (row: Data) => <Position value={column.value(row)} />,
    })),
    ...(hasOwn && competitors.length > 1 && !isNarrow ? [bestColumn] : []),
    'difficulty',
    'intent',
  ]);
}

const bestColumn: Column = {
  header: 'Best held by',
  value: (row) => text(row, 'best_competitor.competitor'),
  cell: (row) => <Domain>{text(row, 'best_competitor.competitor')}</Domain>,
  isMinor: true,
};

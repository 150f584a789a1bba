import { Badge } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number, shortNumber, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Chips } from '../parts/chips.tsx';
import { Hint } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import { crowd } from './backlinks-picture.tsx';
import { Domain, Position } from './cells.tsx';
import {
  type CoverageClass,
  classNames,
  classOf,
  coverageClasses,
  matrixRows,
  positionOf,
} from './coverage-classes.ts';
import { KeywordMap } from './drawings.tsx';
import { Figures } from './figures.tsx';
import { sumOf } from './keyword-pictures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { Counts, columnsOf, ownNames, position, volumeColumn } from './table.tsx';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const gaps = rows(data, 'gaps');
  const clusters = rows(data, 'intent_clusters');
  const matrix = <CoverageMatrix data={data} />;
  if (matrixRows(data).length === 0) return matrix;
  const largest = ([first]: readonly Data[]) => shortNumber(first && num(first, 'monthly_volume'));
  return (
    <>
      <Figures
        figures={[
          { label: 'Searches a month to win', value: shortNumber(sumOf(clusters, 'total_volume')) },
          { label: 'Gaps', value: counted(data, 'gaps') },
          { label: 'You rank lower for', value: counted(data, 'losing') },
          { label: 'Largest gap', value: largest(gaps) },
          { label: 'Largest where you trail', value: largest(rows(data, 'losing')) },
        ]}
      />
      {matrix}
      <Counts
        title="Searches a month to win, by intent"
        rows={clusters.map((cluster) => ({
          label: words(text(cluster, 'intent') || 'unknown'),
          value: num(cluster, 'total_volume') ?? 0,
          text: number(num(cluster, 'total_volume')),
        }))}
      />
      <KeywordMap keywords={gaps} />
    </>
  );
}

/** How many keywords of a kind there are, listed or not. */
function counted(data: Data, kind: 'gaps' | 'losing'): string {
  const counts = part(data, 'counts');
  const about = text(counts, 'basis') === 'estimate' ? 'about ' : '';
  return `${about}${number(num(counts, kind))}`;
}

type Choice = CoverageClass | 'all';

/** The list that holds all rows of a choice and no others, where the answer was shortened. */
function wholeList(choice: Choice, hasShared: boolean, isOneRival: boolean): string | undefined {
  if (choice === 'weak') return 'losing-keywords';
  if (choice === 'strong') return 'strong-keywords';
  const isEveryGap = choice === 'all' ? !hasShared : choice === 'missing' && isOneRival;
  return isEveryGap ? 'keyword-gaps' : undefined;
}

/** Where the target and each competitor stand, by what is to be done about it. */
function CoverageMatrix({ data }: { readonly data: Data }) {
  const [choice, setChoice] = useState<Choice>('all');
  const competitors = useMemo(() => texts(data, 'competitors'), [data]);
  const all = useMemo(() => matrixRows(data), [data]);
  const byClass = useMemo(() => Map.groupBy(all, (row) => classOf(row, competitors)), [all, competitors]);
  const hasShared = byClass.has('weak') || byClass.has('strong');
  const dataset = wholeList(choice, hasShared, competitors.length === 1);
  if (all.length === 0) return <Hint>No keywords are known for these competitors.</Hint>;
  const found = classNames.flatMap((value) => {
    const { label, meaning } = coverageClasses[value];
    const count = byClass.get(value)?.length;
    return count ? [{ value, label: `${label} ${number(count)}`, meaning }] : [];
  });
  return (
    <div>
      <Chips
        mb="xs"
        label="Which keywords are shown"
        value={choice}
        onChange={(value) => setChoice(classNames.find((name) => name === value) ?? 'all')}
        choices={[{ value: 'all', label: `All ${number(all.length)}` }, ...found]}
      />
      <Grid
        key={choice}
        label="Keywords of competitors"
        rows={choice === 'all' ? all : (byClass.get(choice) ?? [])}
        columns={matrixColumns(all, competitors)}
        {...(dataset && { dataset })}
      />
    </div>
  );
}

function matrixColumns(all: readonly Data[], competitors: readonly string[]): readonly Column[] {
  const isNarrow = competitors.length > crowd;
  const hasOwn = all.some((row) => num(row, 'target_position') !== null);
  const classColumn: Column = {
    header: 'Class',
    width: 118,
    value: (row) => coverageClasses[classOf(row, competitors)].label,
    cell: (row) => {
      const { label, color } = coverageClasses[classOf(row, competitors)];
      return <Badge color={color}>{label}</Badge>;
    },
  };
  return columnsOf(
    'keyword',
    classColumn,
    ...ownNames,
    volumeColumn(all),
    ...(hasOwn ? [{ ...position('You', 'target_position'), isNarrow }] : []),
    ...competitors.map((competitor) => rivalColumn(competitor, isNarrow)),
    ...(hasOwn && competitors.length > 1 && !isNarrow ? [bestColumn] : []),
    'difficulty',
    'intent',
  );
}

function rivalColumn(competitor: string, isNarrow: boolean): Column {
  return {
    header: readableDomain(competitor),
    title: competitor,
    as: 'number',
    isNarrow,
    value: (row) => positionOf(row, competitor),
    cell: (row) => <Position value={positionOf(row, competitor)} />,
  };
}

const bestName = (row: Data) => text(part(row, 'best_competitor'), 'competitor');

const bestColumn: Column = {
  header: 'Best held by',
  value: bestName,
  cell: (row) => (bestName(row) ? <Domain name={bestName(row)} /> : null),
  isMinor: true,
};

import { Badge, Chip, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number, shortNumber, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { BarList } from '../parts/bar-list.tsx';
import { Hint } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import {
  Domain,
  difficultyColumn,
  intentColumn,
  keywordColumn,
  ownColumns,
  Position,
  placeColumn,
  volumeColumn,
} from './cells.tsx';
import {
  type CoverageClass,
  classNames,
  classOf,
  coverageClasses,
  matrixRows,
  positionOf,
} from './coverage-classes.ts';
import { KeywordMap } from './drawings.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';

interface CoverageMatrixProps {
  readonly data: Data;
  readonly competitors: readonly string[];
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
export function CoverageMatrix({ data, competitors }: CoverageMatrixProps) {
  const [choice, setChoice] = useState<Choice>('all');
  const all = useMemo(() => matrixRows(data), [data]);
  const byClass = useMemo(() => Map.groupBy(all, (row) => classOf(row, competitors)), [all, competitors]);
  const shown = choice === 'all' ? all : (byClass.get(choice) ?? []);
  const hasShared = byClass.has('weak') || byClass.has('strong');
  const dataset = wholeList(choice, hasShared, competitors.length === 1);
  return (
    <div>
      {all.length === 0 ? (
        <Hint>No keywords are known for these competitors.</Hint>
      ) : (
        <>
          <ClassChips choice={choice} onChoose={setChoice} counts={byClass} total={all.length} />
          <Grid
            key={choice}
            label="Keywords of competitors"
            rows={shown}
            columns={columnsOf(all, competitors)}
            {...(dataset === undefined ? {} : { dataset })}
          />
        </>
      )}
    </div>
  );
}

interface ClassChipsProps {
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly counts: ReadonlyMap<CoverageClass, readonly Data[]>;
  readonly total: number;
}

/** Which rows are shown, with how many they are, and what the classes mean. */
function ClassChips({ choice, onChoose, counts, total }: ClassChipsProps) {
  const present = classNames.filter((name) => counts.has(name));
  return (
    <Chip.Group
      value={choice}
      onChange={(value) => onChoose(classNames.find((name) => name === value) ?? 'all')}
    >
      <Group gap={6} mb="xs" role="radiogroup" aria-label="Which keywords are shown">
        <Chip size="xs" value="all">
          All {number(total)}
        </Chip>
        {present.map((name) => (
          <Chip key={name} size="xs" value={name} wrapperProps={{ title: coverageClasses[name].meaning }}>
            {coverageClasses[name].label} {number(counts.get(name)?.length ?? 0)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

function ClassBadge({ name }: { readonly name: CoverageClass }) {
  const { label, color } = coverageClasses[name];
  return <Badge color={color}>{label}</Badge>;
}

/** From this many competitors on, their columns are narrow. */
const crowd = 4;

function columnsOf(all: readonly Data[], competitors: readonly string[]): readonly Column[] {
  const isCrowded = competitors.length > crowd;
  const hasOwn = all.some((row) => num(row, 'target_position') !== null);
  const classColumn: Column = {
    header: 'Class',
    width: 118,
    value: (row) => coverageClasses[classOf(row, competitors)].label,
    cell: (row) => <ClassBadge name={classOf(row, competitors)} />,
  };
  return [
    keywordColumn,
    classColumn,
    ...ownColumns,
    volumeColumn(all),
    ...(hasOwn ? [{ ...ownColumn, isNarrow: isCrowded }] : []),
    ...competitors.map((competitor) => competitorColumn(competitor, isCrowded)),
    ...(hasOwn && competitors.length > 1 && !isCrowded ? [bestColumn] : []),
    { ...difficultyColumn, isMinor: true },
    intentColumn,
  ];
}

const ownColumn = placeColumn('You', 'target_position');

function competitorColumn(competitor: string, isNarrow: boolean): Column {
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

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const losing = rows(data, 'losing');
  const clusters = rows(data, 'intent_clusters');
  return (
    <>
      <Figures
        figures={[
          {
            label: 'Searches a month to win',
            value: shortNumber(sumOf(clusters, 'total_volume')),
          },
          { label: 'Gaps', value: counted(data, 'gaps') },
          { label: 'You rank lower for', value: counted(data, 'losing') },
          { label: 'Largest gap', value: shortNumber(largest(gaps)) },
          {
            label: 'Largest you rank lower for',
            value: shortNumber(largest(losing)),
          },
        ]}
      />
      <CoverageMatrix data={data} competitors={competitors} />
      <Panel title="Searches a month to win, by intent">
        <BarList
          rows={clusters.map((cluster) => ({
            label: words(text(cluster, 'intent') || 'unknown'),
            value: num(cluster, 'total_volume') ?? 0,
            text: number(num(cluster, 'total_volume')),
          }))}
        />
      </Panel>
      <KeywordMap keywords={gaps} />
    </>
  );
}

/** Null where nothing is known: that is not 0. */
function sumOf(list: readonly Data[], key: string): number | null {
  const known = list.flatMap((row) => num(row, key) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** How many keywords of a kind there are, listed or not. */
function counted(data: Data, kind: 'gaps' | 'losing'): string {
  const counts = part(data, 'counts');
  const about = text(counts, 'basis') === 'estimate' ? 'about ' : '';
  return `${about}${number(num(counts, kind))}`;
}

function largest(list: readonly Data[]): number | null {
  return num(list[0] ?? {}, 'monthly_volume');
}

import { Badge, Chip, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
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
import { Nothing } from './figures.tsx';
import { type Data, num, part, text } from './read.ts';

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
        <Nothing>No keyword of these competitors is known here.</Nothing>
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
    isNumber: true,
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

import { Checkbox, getThemeColor, SimpleGrid, Stack, useMantineTheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Run } from '../../api/answer-history.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { Panel } from '../../charts/figures.tsx';
import { changeAt, type Measure, measuresOf, type Series } from '../../charts/history-measures.ts';
import { isOfMarked, storedMark } from '../../charts/marked-domain.ts';
import { isData, text } from '../../charts/read.ts';
import { dateTime, dayName, exactNumber, number, unknown } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { seriesColor } from '../../parts/chart-look.ts';
import { Choice, plainly } from '../../parts/choice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Scrollable } from '../../parts/scrollable.tsx';
import { Hint, Note } from '../../parts/text.tsx';
import { readableAddress } from '../../readable-domain.ts';
import { navigate } from '../../router.tsx';
import classes from './history.module.css';

/** Whose history it is; none of a keyword's. */
function siteOf([run]: readonly Run[]): string | undefined {
  return isData(run?.data) ? text(run.data, 'domain') : undefined;
}

const addressOf = (tool: string, run: Run) => `/explorer/${tool}/${run.requestId}`;

/** Lines that one drawing holds; more of them no person tells apart. */
const mostLines = 8;
const drawnAtFirst = 4;
/** Lines whose columns fit beside the drawing; the table of more of them stands below it. */
const shownBeside = 2;
const dayMs = 86_400_000;

interface DrawnHistoryProps {
  readonly tool: string;
  /** Oldest first, at least two. */
  readonly runs: readonly Run[];
  readonly requestId: string;
}

/** Positions, scores and figures over time; what is drawn is chosen, and stands in a table too. */
export function DrawnHistory({ tool, runs, requestId }: DrawnHistoryProps) {
  const measures = useMemo(
    () =>
      measuresOf(
        tool,
        runs.map(({ data }) => data),
      ),
    [tool, runs],
  );
  const [named, setNamed] = useState<string>();
  const measure = measures.find(({ name }) => name === named) ?? measures[0];
  if (!measure) return null;
  return (
    <Panel title="Over time">
      <Stack gap="md">
        <Choice
          label="Draw"
          data={plainly(measures.map(({ name }) => name))}
          value={measure.name}
          onChange={setNamed}
          maw={420}
        />
        <DrawnMeasure key={measure.name} {...{ tool, measure, runs, requestId }} />
      </Stack>
    </Panel>
  );
}

interface DrawnMeasureProps extends DrawnHistoryProps {
  readonly measure: Measure;
}

function DrawnMeasure({ tool, measure, runs, requestId }: DrawnMeasureProps) {
  const theme = useMantineTheme();
  const [picked, setPicked] = useState<readonly string[]>();
  const series = markedFirst(measure);
  const names = picked ?? series.slice(0, drawnAtFirst).map(({ name }) => name);
  const drawn = series
    .filter(({ name }) => names.includes(name))
    .slice(0, mostLines)
    .map((one, index): DrawnSeries => {
      return { ...one, letter: letterOf(index), color: getThemeColor(seriesColor(index), theme) };
    });
  const moments = runs.map(({ askedAt }) => Date.parse(askedAt));
  const span = (moments.at(-1) ?? 0) - (moments[0] ?? 0);
  const timeText = (time: number) => {
    const iso = new Date(time).toISOString();
    return span < 2 * dayMs ? dateTime(iso) : dayName(iso);
  };
  return (
    <>
      {series.length > 1 ? <Picks {...{ series, drawn }} onPick={setPicked} /> : null}
      <SimpleGrid cols={{ base: 1, lg: drawn.length > shownBeside ? 1 : 2 }} spacing="xl">
        {drawn.length === 0 ? (
          <Hint>Choose at least one line.</Hint>
        ) : (
          <LineChart
            label={`${measure.name} over time`}
            site={siteOf(runs)}
            moments={moments}
            momentText={timeText}
            absent={measure.absent || undefined}
            lines={drawn.map((one) => ({
              ...one,
              name: readableAddress(one.name),
              text: exactNumber,
              axis: measure.name,
              isPosition: measure.isPosition,
            }))}
            onOpen={(index) => {
              const run = runs[index];
              if (run) navigate(addressOf(tool, run));
            }}
          />
        )}
        <HistoryTable {...{ measure, drawn, runs, requestId }} address={(run) => addressOf(tool, run)} />
      </SimpleGrid>
    </>
  );
}

interface PicksProps {
  readonly series: readonly Series[];
  readonly drawn: readonly DrawnSeries[];
  readonly onPick: (names: readonly string[]) => void;
}

function Picks({ series, drawn, onPick }: PicksProps) {
  const isFull = drawn.length >= mostLines;
  const letters = new Map(drawn.map(({ name, letter }) => [name, letter]));
  return (
    <Checkbox.Group
      label="Lines"
      description={`Up to ${mostLines} at once, of ${number(series.length)}.`}
      value={drawn.map(({ name }) => name)}
      onChange={onPick}
    >
      <Scrollable label="Lines to choose from" className={classes.picks}>
        {series.map(({ name }) => (
          <Checkbox
            key={name}
            value={name}
            size="xs"
            disabled={isFull && !letters.has(name)}
            label={
              <bdi>
                {letters.has(name) ? `${letters.get(name)} · ` : ''}
                {readableAddress(name)}
              </bdi>
            }
          />
        ))}
      </Scrollable>
    </Checkbox.Group>
  );
}

const isMarked = ({ name }: Series) => isOfMarked(name, storedMark());

/** The domain that the reader marks in listings stands before the others. */
function markedFirst({ series, isPosition }: Measure): readonly Series[] {
  if (!isPosition) return series;
  return [...series.filter(isMarked), ...series.filter((one) => !isMarked(one))];
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

/** A series with the letter and the color that stand for it. */
interface DrawnSeries extends Series {
  readonly letter: string;
  readonly color: string;
}

interface HistoryTableProps {
  readonly measure: Measure;
  readonly drawn: readonly DrawnSeries[];
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly requestId: string;
  readonly address: (run: Run) => string;
}

interface Row {
  readonly run: Run;
  readonly index: number;
}

/** What is drawn, newest first, each value with its change since the answer before. */
function HistoryTable({ measure, drawn, runs, requestId, address }: HistoryTableProps) {
  const columns: readonly Column<Row>[] = [
    {
      header: 'Answer',
      width: 230,
      value: ({ run }) => run.askedAt,
      cell: ({ run }) => (
        <>
          {run.requestId === requestId ? (
            <b>{dateTime(run.askedAt)}</b>
          ) : (
            <TextLink href={address(run)}>{dateTime(run.askedAt)}</TextLink>
          )}
          <Note span ml={6}>
            {[run.requestId === requestId ? 'this answer' : '', run.isWeekly ? 'weekly' : '']
              .filter(Boolean)
              .join(', ')}
          </Note>
        </>
      ),
    },
    ...drawn.map(
      (series): Column<Row> => ({
        header: `${series.letter} · ${readableAddress(series.name)}`,
        width: 150,
        value: ({ index }: Row) => series.values[index] ?? null,
        cell: ({ index }: Row) => <Reading series={series} index={index} measure={measure} />,
        as: 'number',
      }),
    ),
  ];
  const rows = runs.map((run, index) => ({ run, index })).toReversed();
  return <Grid label={`${measure.name} by answer`} rows={rows} columns={columns} />;
}

interface ReadingProps {
  readonly series: Series;
  readonly index: number;
  readonly measure: Measure;
}

function Reading({ series, index, measure: { isPosition, absent } }: ReadingProps) {
  const value = series.values[index];
  if (value === null) return <Note span>{absent}</Note>;
  if (value === undefined) return <>{unknown}</>;
  const step = changeAt(series, index);
  return (
    <>
      {step ? (
        <Note span mr={6}>
          {stepText(step, isPosition)}
        </Note>
      ) : null}
      {exactNumber(value)}
    </>
  );
}

/** A smaller position is a step up. */
function stepText(step: number, isPosition: boolean): string {
  const size = exactNumber(Math.abs(step));
  if (isPosition) return step < 0 ? `up ${size}` : `down ${size}`;
  return step > 0 ? `+${size}` : `−${size}`;
}

import { Checkbox, getThemeColor, Select, SimpleGrid, Stack, Text, useMantineTheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Run } from '../../api/answer-history.ts';
import { Panel } from '../../charts/figures.tsx';
import { type Measure, measuresOf, type Series } from '../../charts/history-measures.ts';
import { isOfMarked, storedMark } from '../../charts/marked-domain.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { dateTime, dayName, exactNumber, number } from '../../format.ts';
import { seriesColor } from '../../parts/chart-look.ts';
import { Scrollable } from '../../parts/scrollable.tsx';
import { readableAddress } from '../../readable-domain.ts';
import classes from './history.module.css';
import { type DrawnSeries, HistoryTable } from './history-table.tsx';

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
        <Select
          label="Draw"
          data={measures.map(({ name }) => name)}
          value={measure.name}
          onChange={(name) => name && setNamed(name)}
          allowDeselect={false}
          maw={320}
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
  const names = picked ?? preferred(measure);
  const drawn = measure.series
    .filter(({ name }) => names.includes(name))
    .slice(0, mostLines)
    .map((series, index): DrawnSeries => {
      return { ...series, letter: letterOf(index), color: getThemeColor(seriesColor(index), theme) };
    });
  const address = (run: Run) => `/explorer/${tool}/${run.requestId}`;
  const moments = runs.map((run, index) => ({
    time: Date.parse(run.askedAt),
    href: address(run),
    text: `${dateTime(run.askedAt)}: ${drawn.map((series) => readingText(series, index, measure)).join(' · ')}`,
  }));
  const span = (moments.at(-1)?.time ?? 0) - (moments[0]?.time ?? 0);
  const timeText = (time: number) => {
    const iso = new Date(time).toISOString();
    return span < 2 * dayMs ? dateTime(iso) : dayName(iso);
  };
  return (
    <>
      {measure.series.length > 1 ? <Picks {...{ measure, drawn }} onPick={setPicked} /> : null}
      <SimpleGrid cols={{ base: 1, lg: drawn.length > shownBeside ? 1 : 2 }} spacing="xl">
        {drawn.length === 0 ? (
          <Text size="sm" c="dimmed">
            Choose at least one line.
          </Text>
        ) : (
          <TimeChart
            label={`${measure.name} over time`}
            measure={measure}
            moments={moments}
            lines={drawn}
            timeText={timeText}
          />
        )}
        <HistoryTable {...{ measure, drawn, runs, requestId, address }} />
      </SimpleGrid>
    </>
  );
}

interface PicksProps {
  readonly measure: Measure;
  readonly drawn: readonly DrawnSeries[];
  readonly onPick: (names: readonly string[]) => void;
}

function Picks({ measure, drawn, onPick }: PicksProps) {
  const isFull = drawn.length >= mostLines;
  const letters = new Map(drawn.map(({ name, letter }) => [name, letter]));
  return (
    <Checkbox.Group
      label="Lines"
      description={`Up to ${mostLines} at once, of ${number(measure.series.length)}.`}
      value={drawn.map(({ name }) => name)}
      onChange={onPick}
    >
      <Scrollable label="Lines to choose from" className={classes.picks}>
        {measure.series.map(({ name }) => (
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

/** In listings the domain that the reader marks, where it is among them; else the first ones. */
function preferred({ series, isPosition }: Measure): readonly string[] {
  const names = series.map(({ name }) => name);
  const own = isPosition ? names.filter((name) => isOfMarked(name, storedMark())) : [];
  return [...new Set([...own, ...names])].slice(0, drawnAtFirst);
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

function readingText(series: Series, index: number, { absent }: Measure): string {
  const value = series.values[index];
  const shown = value === null ? absent : value === undefined ? 'not known' : exactNumber(value);
  return `${readableAddress(series.name)} ${shown}`;
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answerHistory, mostRuns, type Run, type RunPage, runsInStep } from '../../api/answer-history.ts';
import { type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { type Measure, measuresOf, type Series } from '../../charts/history-measures.ts';
import { useIsOwn } from '../../charts/listing-picture.tsx';
import { isData, text } from '../../charts/read.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Table } from '../../charts/table.tsx';
import { seriesColor } from '../../colors.ts';
import { date, dateTime, dayName, exactNumber, number, unknown, words, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Choice, plainly } from '../../parts/form.tsx';
import { ErrorState, LoadingRows } from '../../parts/page.tsx';
import { RowButton } from '../../parts/text.tsx';
import { readableAddress } from '../../readable-domain.ts';
import { navigate } from '../../router.tsx';

interface HistoryProps {
  readonly tool: string;
  readonly requestId: string;
}

/** Steps with hardly an answer before a person is asked whether to go on; each reads up to 5,000 calls. */
const stepsAtOnce = 4;

/** The same question over time: drawn, as a table, and beside an earlier answer. Nothing is asked anew. */
export function History({ tool, requestId }: HistoryProps) {
  const { runs, error, goesOn, lookFurther, retry } = useRuns({ tool, requestId });
  if (!runs) return error ? <ErrorState error={error} retry={retry} /> : <LoadingRows />;
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Text role="status">
          {foundText(runs, goesOn)}
          {lookFurther ? ' Older calls have not been searched yet.' : ''}
        </Text>
        {lookFurther ? (
          <Button size="compact-sm" variant="default" onClick={lookFurther}>
            Look further back
          </Button>
        ) : null}
      </Group>
      <ErrorState error={error} retry={retry} />
      {runs.length > 1 ? <Drawn tool={tool} runs={runs} requestId={requestId} /> : null}
    </Stack>
  );
}

/** The answers as they come; `lookFurther` where the log goes on and is not read by itself any more. */
function useRuns({ tool, requestId }: HistoryProps) {
  const history = useInfiniteQuery(answerHistory(tool, requestId));
  const { error, hasNextPage, isFetching, fetchNextPage, refetch } = history;
  const [patience, setPatience] = useState(stepsAtOnce);
  const pages = history.data?.pages;
  const runs = useMemo(() => pages && oldestFirst(pages), [pages]);
  const poor = pages?.filter(({ runs: found }) => found.length < runsInStep).length ?? 0;
  const goesOn = hasNextPage && !error && poor < patience;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  const canGoOn = hasNextPage && !goesOn && !error;
  return {
    runs,
    error,
    goesOn,
    lookFurther: canGoOn ? () => setPatience(poor + stepsAtOnce) : undefined,
    retry: () => void (pages ? fetchNextPage() : refetch()),
  };
}

function oldestFirst(pages: readonly RunPage[]): readonly Run[] {
  return pages.flatMap(({ runs }) => runs).toSorted((a, b) => a.askedAt.localeCompare(b.askedAt));
}

/** How many answers are shown, since when, and whether there may be more. */
function foundText(runs: readonly Run[], goesOn: boolean): string {
  const [first] = runs;
  if (goesOn)
    return runs.length < 2
      ? 'Looking for earlier answers…'
      : `${runs.length} answers so far, looking for earlier ones…`;
  if (!first || runs.length < 2)
    return 'No earlier answer to this question was found. Run it again later or track it, and its history is drawn here. Opening earlier answers is free.';
  const which = runs.length >= mostRuns ? `The latest ${number(runs.length)}` : number(runs.length);
  return `${which} answers to this question are shown, since ${date(first.askedAt)}.`;
}

interface DrawnProps extends HistoryProps {
  /** Oldest first, at least two. */
  readonly runs: readonly Run[];
}

/** Positions, scores and figures over time, and this answer beside an earlier one. */
function Drawn({ tool, runs, requestId }: DrawnProps) {
  const answers = useMemo(() => runs.map(({ data }) => data), [runs]);
  const measures = useMemo(() => measuresOf(tool, answers), [tool, answers]);
  const [named, setNamed] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const measure = measures.find(({ name }) => name === named) ?? measures[0];
  const current = runs.find((run) => run.requestId === requestId);
  const others = runs.filter((run) => run !== current);
  const nearest = others.findLast(({ askedAt }) => current && askedAt < current.askedAt) ?? others[0];
  const earlier = others.find((run) => run.requestId === picked) ?? nearest;
  if (!measure || !current || !earlier) return null;
  return (
    <>
      <Group gap="md" align="flex-start">
        <Choice
          label="Draw"
          data={plainly(measures.map(({ name }) => name))}
          value={measure.name}
          onChange={setNamed}
        />
        <Choice
          label="Compare with the answer of"
          description={`All times ${zoneName()}.`}
          data={others.toReversed().map((run) => ({ value: run.requestId, label: dateTime(run.askedAt) }))}
          value={earlier.requestId}
          onChange={setPicked}
        />
      </Group>
      <Measured
        key={measure.name}
        {...{ tool, measure, runs }}
        at={[runs.indexOf(earlier), runs.indexOf(current)]}
      />
      <Table
        title="Rows that changed"
        rows={rowChanges(earlier.data, current.data)}
        columns={changeColumns}
        empty="Nothing changed in the rows that both answers have."
      />
    </>
  );
}

/** Lines that one drawing holds; more of them no person tells apart. */
const mostLines = 8;
const dayMs = 86_400_000;

interface MeasuredProps {
  readonly tool: string;
  readonly measure: Measure;
  readonly runs: readonly Run[];
  /** Places of the earlier answer and of this one. */
  readonly at: readonly [number, number];
}

/** The chosen lines, and below them every line with its values then and now. */
function Measured({ tool, measure, runs, at: [then, now] }: MeasuredProps) {
  const isOwn = useIsOwn();
  const { name: measured, isPosition, absent } = measure;
  // Own sites stand before the others.
  const all = measure.series.toSorted((one, other) => Number(isOwn(other.name)) - Number(isOwn(one.name)));
  const [picked, setPicked] = useState<readonly string[]>();
  // Figures have scales of their own, of which a drawing shows two.
  const drawn = picked ? all.filter(({ name }) => picked.includes(name)) : all.slice(0, absent ? 4 : 2);
  const [first, last] = [runs[0]?.askedAt ?? '', runs.at(-1)?.askedAt ?? ''];
  const valueText = (value: number | null | undefined) => (value === null ? absent : exactNumber(value));
  return (
    <>
      <LineChart
        label={`${measured} over time`}
        site={siteOf(runs)}
        moments={runs.map(({ askedAt }) => askedAt)}
        momentText={Date.parse(last) - Date.parse(first) < 2 * dayMs ? dateTime : dayName}
        absent={absent || undefined}
        lines={drawn.slice(0, mostLines).map((one, index) => ({
          ...one,
          name: readableAddress(one.name),
          color: seriesColor(index),
          text: exactNumber,
          isPosition,
          ...(absent && { axis: measured, letter: readableAddress(one.name).slice(0, 8) }),
        }))}
        onOpen={(index) => navigate(`/explorer/${tool}/${runs[index]?.requestId}`)}
      />
      <Grid
        label={`${measured} by answer`}
        rows={all}
        columns={[
          { header: isPosition ? 'Line' : 'Figure', width: 260, value: ({ name }) => readableAddress(name) },
          {
            header: `${runs.length} answers`,
            width: 120,
            value: ({ values }) => values.at(-1) ?? null,
            cell: ({ name, values }) => (
              <Sparkline values={values.map((value) => value ?? null)} unit={name} />
            ),
          },
          {
            header: 'Then',
            value: ({ values }) => values[then] ?? null,
            cell: ({ values }) => valueText(values[then]),
            as: 'number',
          },
          {
            header: 'Now',
            value: ({ values }) => values[now] ?? null,
            cell: ({ values }) => valueText(values[now]),
            as: 'number',
          },
          {
            header: 'Change',
            value: (row) => changeOf(row, then, now),
            cell: (row) => stepText(changeOf(row, then, now), isPosition),
            as: 'number',
          },
        ]}
        selectionActions={(rows) => (
          <RowButton size="compact-xs" onClick={() => setPicked(rows.map(({ name }) => name))}>
            Draw {number(Math.min(rows.length, mostLines))}
          </RowButton>
        )}
      />
    </>
  );
}

/** Whose history it is; none of a keyword's. */
function siteOf([run]: readonly Run[]): string | undefined {
  return isData(run?.data) ? text(run.data, 'domain') : undefined;
}

/** Null where one of both is not known. */
function changeOf({ values }: Series, then: number, now: number): number | null {
  const [was, is] = [values[then], values[now]];
  return typeof was === 'number' && typeof is === 'number' ? is - was : null;
}

/** A smaller position is a step up. */
function stepText(step: number | null, isPosition: boolean): string {
  if (step === null) return unknown;
  const size = exactNumber(Math.abs(step));
  if (step === 0) return '±0';
  if (isPosition) return step < 0 ? `up ${size}` : `down ${size}`;
  return step > 0 ? `+${size}` : `−${size}`;
}

const changeColumns: readonly Column<RowChange>[] = [
  { header: 'Row', value: ({ name }) => readableAddress(name) },
  { header: 'List', value: ({ list }) => words(list) },
  { header: 'What changed', value: changeText },
];

function changeText({ kind, member = '', before, after }: RowChange): string {
  if (kind === 'new') return 'New in the list';
  if (kind === 'gone') return 'No longer in the list';
  return `${words(member)} ${number(before)} → ${number(after)}`;
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answerHistory, mostRuns, type Run, runsInStep } from '../../api/answer-history.ts';
import { type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { type Measure, measuresOf, type Series } from '../../charts/history-measures.ts';
import { useIsOwn } from '../../charts/listing-picture.tsx';
import { isData, text } from '../../charts/read.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Table } from '../../charts/table.tsx';
import { seriesColor } from '../../colors.ts';
import {
  date,
  dateTime,
  dayName,
  exactNumber,
  number,
  signed,
  unknown,
  words,
  zoneName,
} from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Choice, plainly } from '../../parts/form.tsx';
import { ErrorState, QueryState } from '../../parts/page.tsx';
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
  const history = useInfiniteQuery(answerHistory(tool, requestId));
  const { error, hasNextPage, isFetching, fetchNextPage } = history;
  const [patience, setPatience] = useState(stepsAtOnce);
  const pages = history.data?.pages;
  const runs = useMemo(
    () => pages?.flatMap((page) => page.runs).toSorted((a, b) => a.askedAt.localeCompare(b.askedAt)),
    [pages],
  );
  const poor = pages?.filter(({ runs: found }) => found.length < runsInStep).length ?? 0;
  const goesOn = hasNextPage && !error && poor < patience;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  if (!runs) return <QueryState query={history}>{() => null}</QueryState>;
  const canGoOn = hasNextPage && !goesOn && !error;
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Text role="status">
          {foundText(runs, goesOn)}
          {canGoOn ? ' Older calls have not been searched yet.' : ''}
        </Text>
        {canGoOn ? (
          <Button size="compact-sm" variant="default" onClick={() => setPatience(poor + stepsAtOnce)}>
            Look further back
          </Button>
        ) : null}
      </Group>
      <ErrorState error={error} retry={() => void fetchNextPage()} />
      {runs.length > 1 ? <Drawn tool={tool} runs={runs} requestId={requestId} /> : null}
    </Stack>
  );
}

/** How many answers are shown, since when, and whether there may be more. */
function foundText(runs: readonly Run[], goesOn: boolean): string {
  const { length } = runs;
  if (goesOn)
    return length < 2
      ? 'Looking for earlier answers…'
      : `${length} answers so far, looking for earlier ones…`;
  if (length < 2)
    return 'No earlier answer to this question was found. Run it again later or track it, and its history is drawn here. Opening earlier answers is free.';
  const which = length >= mostRuns ? `The latest ${number(length)}` : number(length);
  return `${which} answers to this question are shown, since ${date(runs[0]?.askedAt)}.`;
}

interface DrawnProps extends HistoryProps {
  /** Oldest first, at least two. */
  readonly runs: readonly Run[];
}

/** Positions, scores and figures over time, and this answer beside an earlier one. */
function Drawn({ tool, runs, requestId }: DrawnProps) {
  const measures = useMemo(
    () =>
      measuresOf(
        tool,
        runs.map(({ data }) => data),
      ),
    [tool, runs],
  );
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
        then={runs.indexOf(earlier)}
        now={runs.indexOf(current)}
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

interface MeasuredProps extends Pick<DrawnProps, 'tool' | 'runs'> {
  readonly measure: Measure;
  /** Places of the earlier answer and of this one. */
  readonly then: number;
  readonly now: number;
}

/** The chosen lines, and below them every line with its values then and now. */
function Measured({ tool, measure, runs, then, now }: MeasuredProps) {
  const isOwn = useIsOwn();
  const { name: measured, isPosition, absent } = measure;
  // Own sites stand before the others.
  const all = measure.series.toSorted((one, other) => Number(isOwn(other.name)) - Number(isOwn(one.name)));
  const [picked, setPicked] = useState<readonly string[]>();
  // Figures have scales of their own, of which a drawing shows two.
  const drawn = picked ? all.filter(({ name }) => picked.includes(name)) : all.slice(0, absent ? 4 : 2);
  const [first] = runs;
  const lasts = Date.parse(runs.at(-1)?.askedAt ?? '') - Date.parse(first?.askedAt ?? '');
  const changeOf = ({ values }: Series) => {
    const [was, is] = [values[then], values[now]];
    return typeof was === 'number' && typeof is === 'number' ? is - was : null;
  };
  const valueAt = (header: string, place: number): Column<Series> => ({
    header,
    value: ({ values }) => values[place] ?? null,
    cell: ({ values }) => (values[place] === null ? absent : exactNumber(values[place])),
    as: 'number',
  });
  return (
    <>
      <LineChart
        label={`${measured} over time`}
        // Whose history it is; none of a keyword's.
        site={isData(first?.data) ? text(first.data, 'domain') : undefined}
        moments={runs.map(({ askedAt }) => askedAt)}
        momentText={lasts < 2 * dayMs ? dateTime : dayName}
        absent={absent || undefined}
        lines={drawn.slice(0, mostLines).map((one, index) => ({
          ...one,
          name: readableAddress(one.name),
          color: seriesColor(index),
          text: exactNumber,
          isPosition,
          ...(absent && { axis: measured }),
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
          valueAt('Then', then),
          valueAt('Now', now),
          {
            header: 'Change',
            value: changeOf,
            cell: (row) => stepText(changeOf(row), isPosition),
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

/** A smaller position is a step up. */
function stepText(step: number | null, isPosition: boolean): string {
  if (step === null) return unknown;
  if (!isPosition || step === 0) return signed(step, exactNumber);
  return `${step < 0 ? 'up' : 'down'} ${exactNumber(Math.abs(step))}`;
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

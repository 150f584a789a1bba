import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answerHistory, mostRuns, type Run, type RunPage } from '../../api/answer-history.ts';
import { figuresOf, type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { Panel } from '../../charts/figures.tsx';
import { figureName } from '../../charts/history-measures.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { date, dateTime, exactNumber, number, unknown, words, zoneName } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ErrorState, LoadingRows } from '../../parts/states.tsx';
import { Hint } from '../../parts/text.tsx';
import { readableAddress } from '../../readable-domain.ts';
import { DrawnHistory } from './drawn-history.tsx';

interface HistoryProps {
  readonly tool: string;
  readonly requestId: string;
}

/** Pages of the log that are read before a person is asked whether to go on; each holds up to 5,000 calls. */
const pagesAtOnce = 4;

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
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {runs.length > 1 ? (
        <>
          <DrawnHistory tool={tool} runs={runs} requestId={requestId} />
          <Comparison runs={runs} requestId={requestId} />
        </>
      ) : null}
    </Stack>
  );
}

/** The answers as they come; `lookFurther` where the log goes on and is not read by itself any more. */
function useRuns({ tool, requestId }: HistoryProps) {
  const history = useInfiniteQuery(answerHistory(tool, requestId));
  const { error, hasNextPage, isFetching, fetchNextPage, refetch } = history;
  const [patience, setPatience] = useState(pagesAtOnce);
  const pages = history.data?.pages;
  const runs = useMemo(() => pages && oldestFirst(pages), [pages]);
  const read = pages?.filter(({ hasReadLog }) => hasReadLog).length ?? 0;
  const isWaiting = (pages?.at(-1)?.next?.waiting.length ?? 0) > 0;
  const goesOn = hasNextPage && !error && (isWaiting || read < patience);
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  const canGoOn = hasNextPage && !goesOn && !error;
  return {
    runs,
    error,
    goesOn,
    lookFurther: canGoOn ? () => setPatience(read + pagesAtOnce) : undefined,
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
  const weekly = runs.filter(({ isWeekly }) => isWeekly).length;
  const which = runs.length >= mostRuns ? `The latest ${number(runs.length)}` : number(runs.length);
  return `${which} answers to this question are shown, since ${date(first.askedAt)}${weekly > 0 ? `; ${number(weekly)} of them asked weekly` : ''}.`;
}

interface ComparisonProps {
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly requestId: string;
}

/** One answer beside an earlier one: its figures, and the rows that changed. */
function Comparison({ runs, requestId }: ComparisonProps) {
  const current = runs.find((run) => run.requestId === requestId);
  const others = runs.filter((run) => run.requestId !== requestId);
  const nearest = others.findLast(({ askedAt }) => askedAt < (current?.askedAt ?? '')) ?? others[0];
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? nearest?.requestId;
  const earlier = runs.find((run) => run.requestId === chosen);
  if (!current || !earlier) return null;
  return (
    <Stack gap="lg">
      <Choice
        label="Compare with the answer of"
        description={`All times ${zoneName()}.`}
        data={others.toReversed().map((run) => ({ value: run.requestId, label: dateTime(run.askedAt) }))}
        value={chosen ?? ''}
        onChange={setPicked}
        maw={320}
      />
      <Figures runs={runs} earlier={earlier} current={current} />
      <Rows changes={rowChanges(earlier.data, current.data)} />
    </Stack>
  );
}

interface FiguresProps {
  readonly runs: readonly Run[];
  readonly earlier: Run;
  readonly current: Run;
}

function Figures({ runs, earlier, current }: FiguresProps) {
  const figures = runs.map(({ data }) => figuresOf(data));
  const [was, is] = [figuresOf(earlier.data), figuresOf(current.data)];
  const names = [...is.keys()];
  if (names.length === 0) return null;
  return (
    <Panel title="Figures">
      <Grid
        label="Figures over time"
        isPlain
        rows={names.map((name) => ({ name }))}
        columns={[
          { header: 'Figure', value: ({ name }) => figureName(name) },
          {
            header: `${runs.length} answers`,
            value: ({ name }) => is.get(name) ?? null,
            cell: ({ name }) => (
              <Sparkline values={figures.map((values) => values.get(name) ?? null)} unit={figureName(name)} />
            ),
          },
          { header: 'Then', value: ({ name }) => was.get(name) ?? null, as: 'number' },
          { header: 'Now', value: ({ name }) => is.get(name) ?? null, as: 'number' },
          {
            header: 'Change',
            value: ({ name }) => (is.get(name) ?? 0) - (was.get(name) ?? 0),
            cell: ({ name }) => difference(was.get(name), is.get(name)),
            as: 'number',
          },
        ]}
      />
    </Panel>
  );
}

function Rows({ changes }: { readonly changes: readonly RowChange[] }) {
  if (changes.length === 0) return <Hint>No row that is in both answers changed.</Hint>;
  return (
    <Panel title="Rows that changed">
      <Grid
        label="Rows that changed"
        rows={changes}
        columns={[
          { header: 'Row', value: ({ name }) => readableAddress(name) },
          { header: 'List', value: ({ list }) => words(list) },
          { header: 'What changed', value: changeText },
        ]}
      />
    </Panel>
  );
}

function difference(was: number | undefined, is: number | undefined): string {
  if (was === undefined || is === undefined) return unknown;
  const by = is - was;
  return by === 0 ? '±0' : `${by > 0 ? '+' : '−'}${exactNumber(Math.abs(by))}`;
}

function changeText({ kind, member = '', before, after }: RowChange): string {
  if (kind === 'new') return 'New in the list';
  if (kind === 'gone') return 'No longer in the list';
  return `${words(member)} ${number(before)} → ${number(after)}`;
}

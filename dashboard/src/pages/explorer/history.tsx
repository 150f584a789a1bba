import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answerHistory, mostRuns, type Run, type RunPage } from '../../api/answer-history.ts';
import { date, number } from '../../format.ts';
import { ErrorState, LoadingRows } from '../../parts/states.tsx';
import { Comparison } from './compare-runs.tsx';
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
        <Text size="sm" role="status">
          {foundText(runs, goesOn)}
          {lookFurther ? ' Older calls were not looked through yet.' : ''}
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
    return 'No earlier answer to this question was found. Run it again, or have it asked weekly (Save), and it is drawn here over time; earlier answers are opened free.';
  const weekly = runs.filter(({ isWeekly }) => isWeekly).length;
  const which = runs.length >= mostRuns ? `The latest ${number(runs.length)}` : number(runs.length);
  return `${which} answers to this question are shown, since ${date(first.askedAt)}${weekly > 0 ? `; ${number(weekly)} of them asked weekly` : ''}.`;
}

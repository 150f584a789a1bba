import { Anchor, Text } from '@mantine/core';
import type { Run } from '../../api/answer-history.ts';
import { changeAt, type Measure, type Series } from '../../charts/history-measures.ts';
import { dateTime, exactNumber, unknown } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { readableAddress } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';

/** A series with the letter and the color that stand for it. */
export interface DrawnSeries extends Series {
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
export function HistoryTable({ measure, drawn, runs, requestId, address }: HistoryTableProps) {
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
            <Anchor component={Link} href={address(run)} size="sm">
              {dateTime(run.askedAt)}
            </Anchor>
          )}
          <Text size="xs" c="dimmed" span ml={6}>
            {[run.requestId === requestId ? 'this answer' : '', run.isWeekly ? 'weekly' : '']
              .filter(Boolean)
              .join(', ')}
          </Text>
        </>
      ),
    },
    ...drawn.map((series) => ({
      header: `${series.letter} · ${readableAddress(series.name)}`,
      width: 150,
      value: ({ index }: Row) => series.values[index] ?? null,
      cell: ({ index }: Row) => <Reading series={series} index={index} measure={measure} />,
      isNumber: true,
    })),
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
  if (value === null)
    return (
      <Text size="xs" c="dimmed" span>
        {absent}
      </Text>
    );
  if (value === undefined) return <>{unknown}</>;
  const step = changeAt(series, index);
  return (
    <>
      {step ? (
        <Text size="xs" c="dimmed" span mr={6}>
          {stepText(step, isPosition)}
        </Text>
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

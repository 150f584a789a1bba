import { Anchor, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Run } from '../../api/answer-history.ts';
import { changeAt, type Measure, type Series } from '../../charts/history-measures.ts';
import type { Line } from '../../charts/time-chart.tsx';
import { dateTime, exactNumber, number, unknown } from '../../format.ts';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { readableAddress } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';
import classes from './history.module.css';

export interface DrawnSeries extends Series, Line {}

interface HistoryTableProps {
  readonly measure: Measure;
  readonly drawn: readonly DrawnSeries[];
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly requestId: string;
  readonly address: (run: Run) => string;
}

const shownAtFirst = 12;

/** What is drawn, newest first, each value with its change since the answer before. */
export function HistoryTable({ measure, drawn, runs, requestId, address }: HistoryTableProps) {
  const [isWhole, setWhole] = useState(false);
  const newest = runs.map((run, index) => ({ run, index })).toReversed();
  return (
    <div>
      <ScrollTable label={`${measure.name} by answer`} isPinned>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Answer</Table.Th>
            {drawn.map(({ name, letter, color }) => (
              <Table.Th key={name} ta="right" className={classes.head}>
                <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
                {letter} · <bdi>{readableAddress(name)}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.slice(0, isWhole ? newest.length : shownAtFirst).map(({ run, index }) => (
            <Table.Tr key={run.requestId}>
              <Table.Td className={classes.when}>
                {run.requestId === requestId ? (
                  <b>{dateTime(run.askedAt)}</b>
                ) : (
                  <Anchor component={Link} href={address(run)} size="sm">
                    {dateTime(run.askedAt)}
                  </Anchor>
                )}
                <Text size="xs" c="dimmed">
                  {[run.requestId === requestId ? 'this answer' : '', run.isWeekly ? 'weekly' : '']
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </Table.Td>
              {drawn.map((series) => (
                <Table.Td key={series.name} ta="right" className="numeric">
                  <Reading series={series} index={index} measure={measure} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      {newest.length > shownAtFirst && !isWhole ? (
        <Button size="compact-sm" variant="subtle" color="gray" mt="xs" onClick={() => setWhole(true)}>
          Show all {number(newest.length)}
        </Button>
      ) : null}
    </div>
  );
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
      {exactNumber(value)}
      {step ? (
        <Text size="xs" c="dimmed" span ml={6}>
          {stepText(step, isPosition)}
        </Text>
      ) : null}
    </>
  );
}

/** A smaller position is a step up. */
function stepText(step: number, isPosition: boolean): string {
  const size = exactNumber(Math.abs(step));
  if (isPosition) return step < 0 ? `up ${size}` : `down ${size}`;
  return step > 0 ? `+${size}` : `−${size}`;
}

import { Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Run } from '../../api/answer-history.ts';
import { figuresOf, type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { Panel } from '../../charts/figures.tsx';
import { figureName } from '../../charts/history-measures.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dateTime, exactNumber, number, unknown, words, zoneName } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { readableAddress } from '../../readable-domain.ts';
import classes from './history.module.css';

interface ComparisonProps {
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly requestId: string;
}

/** One answer beside an earlier one: its figures, and the rows that changed. */
export function Comparison({ runs, requestId }: ComparisonProps) {
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
        description={`Times of ${zoneName()}.`}
        data={others.toReversed().map((run) => ({ value: run.requestId, label: dateTime(run.askedAt) }))}
        value={chosen ?? null}
        onChange={(id) => id && setPicked(id)}
        allowDeselect={false}
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
      <ScrollTable label="Figures over time" isPinned>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            <Table.Th>{`${runs.length} answers`}</Table.Th>
            <Table.Th ta="right">Then</Table.Th>
            <Table.Th ta="right">Now</Table.Th>
            <Table.Th ta="right">Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{figureName(name)}</Table.Td>
              <Table.Td>
                <Sparkline
                  values={figures.map((values) => values.get(name) ?? null)}
                  unit={figureName(name)}
                />
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {shown(was.get(name))}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {shown(is.get(name))}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {difference(was.get(name), is.get(name))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Panel>
  );
}

const shownChanges = 100;

function Rows({ changes }: { readonly changes: readonly RowChange[] }) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No row changed that stands under the same name in both.
      </Text>
    );
  return (
    <Panel title="Rows that changed">
      <ScrollTable label="Rows that changed" isPinned>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>List</Table.Th>
            <Table.Th>What changed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.slice(0, shownChanges).map((change) => (
            <Table.Tr key={`${change.list} ${change.kind} ${change.name}`}>
              <Table.Td className={classes.name}>
                <bdi>{readableAddress(change.name)}</bdi>
              </Table.Td>
              <Table.Td>{words(change.list)}</Table.Td>
              <Table.Td>{changeText(change)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      {changes.length > shownChanges ? (
        <Text size="xs" c="dimmed" mt="xs">
          and {number(changes.length - shownChanges)} more
        </Text>
      ) : null}
    </Panel>
  );
}

function shown(value: number | undefined): string {
  return value === undefined ? unknown : exactNumber(value);
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

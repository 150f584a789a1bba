import { Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Run, workspaceQueries } from '../../api/workspace.ts';
import { figuresOf, type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { Panel } from '../../charts/figures.tsx';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dateTime, exactNumber, number, unknown, words, zoneName } from '../../format.ts';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { QueryState } from '../../parts/states.tsx';
import { readableAddress } from '../../readable-domain.ts';
import classes from './history.module.css';

interface HistoryProps {
  readonly tool: string;
  readonly requestId: string;
}

/** The same question over time: its figures drawn, and what changed since an earlier answer. Nothing is asked anew. */
export function History({ tool, requestId }: HistoryProps) {
  const runs = useQuery(workspaceQueries.runs(tool, requestId));
  return (
    <QueryState query={runs}>
      {(found) =>
        found.length < 2 ? (
          <Text size="sm" c="dimmed">
            This question was answered once so far. Run it again, in a week say, and its figures are drawn
            here; earlier answers are opened free.
          </Text>
        ) : (
          <Comparison key={requestId} runs={found} requestId={requestId} />
        )
      }
    </QueryState>
  );
}

function Comparison({ runs, requestId }: { readonly runs: readonly Run[]; readonly requestId: string }) {
  const current = runs.find((run) => run.requestId === requestId);
  const others = runs.filter((run) => run.requestId !== requestId);
  const nearest = others.findLast(({ askedAt }) => askedAt < (current?.askedAt ?? '')) ?? others[0];
  const [chosen, setChosen] = useState(nearest?.requestId);
  const earlier = runs.find((run) => run.requestId === chosen);
  if (!current || !earlier) return null;
  return (
    <Stack gap="lg">
      <Select
        label="Compare with the answer of"
        description={`Times of ${zoneName()}. ${runs.length} answers to this question are kept.`}
        data={others.toReversed().map((run) => ({ value: run.requestId, label: dateTime(run.askedAt) }))}
        value={chosen ?? null}
        onChange={(id) => id && setChosen(id)}
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
        The rows of the lists are the same.
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

/** `summary.top_3_keywords` → `Summary · top 3 keywords`. */
function figureName(path: string): string {
  return words(path.replaceAll('.', ' · '));
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

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Run } from '../../api/answer-history.ts';
import { figuresOf, type RowChange, rowChanges } from '../../charts/compare-answers.ts';
import { Panel } from '../../charts/figures.tsx';
import { figureName } from '../../charts/history-measures.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dateTime, exactNumber, number, unknown, words, zoneName } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Choice } from '../../parts/choice.tsx';
import { readableAddress } from '../../readable-domain.ts';

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
        description={`All times ${zoneName()}.`}
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
          { header: 'Then', value: ({ name }) => was.get(name) ?? null, isNumber: true },
          { header: 'Now', value: ({ name }) => is.get(name) ?? null, isNumber: true },
          {
            header: 'Change',
            value: ({ name }) => (is.get(name) ?? 0) - (was.get(name) ?? 0),
            cell: ({ name }) => difference(was.get(name), is.get(name)),
            isNumber: true,
          },
        ]}
      />
    </Panel>
  );
}

function Rows({ changes }: { readonly changes: readonly RowChange[] }) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No row changed that stands under the same name in both.
      </Text>
    );
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

import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Ranks, Tracker } from '../../api/schema.ts';
import { changeTracker, workspaceQueries } from '../../api/workspace.ts';
import { credits, number } from '../../format.ts';
import { ErrorState, QueryState } from '../../parts/states.tsx';

interface EditProps {
  readonly tracker: Tracker;
  readonly onClose: () => void;
}

/** Keywords of one call, as everywhere. */
const callKeywords = 100;

/** What a rank tracker watches, as text: a keyword a line, its tags behind it. */
export function EditKeywords({ tracker, onClose }: EditProps) {
  const ranks = useQuery(workspaceQueries.ranks(tracker.id, { market: '0' }));
  return (
    <Modal opened onClose={onClose} title="Keywords and rivals" size="lg">
      <QueryState query={ranks}>
        {({ rows }) => <EditForm tracker={tracker} rows={rows} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function EditForm({ tracker, rows, onClose }: EditProps & Pick<Ranks, 'rows'>) {
  const client = useQueryClient();
  const { id, rank, price, monthly_budget: budget } = tracker;
  const [text, setText] = useState(() => rows.map(lineOf).join('\n'));
  const [rivals, setRivals] = useState(rank?.rivals.join(', ') ?? '');
  const keywords = keywordsIn(text);
  const calls = (count: number) => Math.ceil(count / callKeywords) * (rank?.markets.length ?? 1);
  const next = price === null ? null : (price / (rank?.calls ?? 1)) * calls(keywords.length);
  const isDearer = next !== null && price !== null && next > price;
  const change = useMutation({
    mutationFn: () =>
      changeTracker(id, {
        keywords,
        rivals: rivals.split(/[\s,]+/u).filter((name) => name !== ''),
        // As many checks a month as before.
        ...(isDearer && budget !== null && { monthly_budget: Math.ceil((budget * next) / price) }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label="Keywords"
          description="One a line, with tags such as #shoes behind it. What is taken away keeps its history."
          rows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Rivals"
          description="Up to five sites, with commas between."
          value={rivals}
          onChange={(event) => setRivals(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {number(keywords.length)} {keywords.length === 1 ? 'keyword' : 'keywords'}
          {next === null
            ? ''
            : `, ${credits(next)} each check${isDearer ? '; the monthly budget grows with it' : ''}`}
          .
        </Text>
        {change.error ? <ErrorState error={change.error} /> : null}
        <Button type="submit" loading={change.isPending} disabled={keywords.length === 0}>
          Save
        </Button>
      </Stack>
    </form>
  );
}

function lineOf({ keyword, tags }: Ranks['rows'][number]): string {
  return [keyword, ...tags.map((tag) => `#${tag}`)].join(' ');
}

/** The same keyword on two lines is one with the tags of both. */
function keywordsIn(text: string) {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [keyword = '', ...tags] = line.split(/\s+#/u).map((part) => part.trim());
    const known = found.get(keyword) ?? new Set();
    if (keyword !== '') found.set(keyword, new Set([...known, ...tags.filter((tag) => tag !== '')]));
  }
  return [...found].map(([keyword, tags]) => ({ keyword, tags: [...tags] }));
}

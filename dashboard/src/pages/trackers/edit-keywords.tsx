import { Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ranks, Tracker } from '../../api/schema.ts';
import { changeTracker, workspaceQueries } from '../../api/workspace.ts';
import { counted, credits } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, typed } from '../../parts/form.tsx';
import { QueryState } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';
import { callKeywords } from '../explorer/tracker-words.ts';

interface EditProps {
  readonly tracker: Tracker;
  readonly onClose: () => void;
}

/** What a rank tracker watches, as text: a keyword a line, its tags behind it. */
export function EditKeywords({ tracker, onClose }: EditProps) {
  const ranks = useQuery(workspaceQueries.ranks(tracker.id, { market: '0' }));
  return (
    <Dialog onClose={onClose} title="Keywords and rivals" size="lg">
      <QueryState query={ranks}>{({ rows }) => <EditForm {...{ tracker, rows, onClose }} />}</QueryState>
    </Dialog>
  );
}

function EditForm({ tracker, rows, onClose }: EditProps & Pick<Ranks, 'rows'>) {
  const client = useQueryClient();
  const { id, rank, price, monthly_budget: budget } = tracker;
  const [text, setText] = useState(() => rows.map(lineOf).join('\n'));
  const [rivals, setRivals] = useState(rank?.rivals.join(', ') ?? '');
  const keywords = keywordsIn(text);
  const calls = Math.ceil(keywords.length / callKeywords) * (rank?.markets.length ?? 1);
  /** How many times as much as now the next check costs. */
  const growth = calls / (rank?.calls ?? 1);
  const isDearer = price !== null && growth > 1;
  const change = async () => {
    await changeTracker(id, {
      keywords,
      rivals: rivals.split(/[\s,]+/u).filter((name) => name !== ''),
      // As many checks a month as before.
      ...(isDearer && budget !== null && { monthly_budget: Math.ceil(budget * growth) }),
    });
    await client.invalidateQueries();
  };
  const costs = price === null ? '' : `, ${credits(price * growth)} each check`;
  return (
    <Form action="Save" isReady={keywords.length > 0} onSend={change} onSent={onClose}>
      <Textarea
        label="Keywords"
        description="One per line, followed by tags such as #shoes. A keyword that you remove keeps its history."
        rows={12}
        data-autofocus
        {...typed(text, setText)}
      />
      <TextInput
        label="Rivals"
        description="Up to five sites, separated by commas."
        {...typed(rivals, setRivals)}
      />
      <Hint>
        {counted(keywords.length, 'keyword')}
        {costs}
        {isDearer ? '; the monthly budget grows with it' : ''}.
      </Hint>
    </Form>
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

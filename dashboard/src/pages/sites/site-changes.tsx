import { Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordSiteChange, removeSiteChange } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewSiteChange, SiteChange } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { dayName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Form, typed } from '../../parts/form.tsx';
import { ErrorState, QueryState } from '../../parts/states.tsx';
import { Hint, QuietButton } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';

/** What was changed on the site, with its effects, and a form for the next one. */
export function SiteChanges({ site }: { readonly site: string }) {
  const changes = useQuery(queries.siteChanges(site));
  const refresh = useRefresh('site-changes');
  const record = (change: NewSiteChange) => recordSiteChange(site, change, crypto.randomUUID());
  const remove = useMutation({
    mutationFn: ({ id }: SiteChange) => removeSiteChange(site, id),
    onSuccess: async (_, { at, what, pages }) => {
      await refresh();
      await showUndo({
        title: `Removed: ${what}`,
        undo: () => record({ at, what, pages: [...pages] }).then(refresh),
      });
    },
  });
  return (
    <section aria-label="Changes">
      <Text component="h2" fw={600} mt="md">
        Changes
      </Text>
      <NewChange onRecord={(change) => record(change).then(refresh)} />
      <ErrorState error={remove.error} />
      <QueryState
        query={changes}
        empty={<Hint>Record what you change: its effect is measured after 14 and 28 days.</Hint>}
      >
        {(data) => <Grid label="Changes" rows={data} columns={columnsOf(remove.mutate)} />}
      </QueryState>
    </section>
  );
}

const columnsOf = (onRemove: (change: SiteChange) => void): readonly Column<SiteChange>[] => [
  { header: 'Day', width: 110, value: 'at', as: 'date' },
  { header: 'What', width: 220, value: 'what' },
  { header: 'Pages', width: 200, value: ({ pages }) => pages.join(', ') },
  { header: 'Effect', width: 420, value: effectText },
  {
    header: 'Remove',
    width: 90,
    value: 'id',
    cell: (change) => (
      <QuietButton aria-label={`Remove ${change.what}`} onClick={() => onRemove(change)}>
        Remove
      </QuietButton>
    ),
  },
];

function effectText({ effect, next_at: next }: SiteChange): string {
  const waits = next === null ? '' : `Measured from ${dayName(next)} on.`;
  return [effect?.why ?? '', waits].filter(Boolean).join(' ');
}

interface NewChangeProps {
  readonly onRecord: (change: NewSiteChange) => Promise<unknown>;
}

const none = { what: '', pages: '' };

function NewChange({ onRecord }: NewChangeProps) {
  const [form, setForm] = useState(() => ({ ...none, at: new Date().toISOString().slice(0, 10) }));
  const pages = form.pages.split(',').flatMap((page) => page.trim() || []);
  const field = (name: keyof typeof form, label: string) => ({
    size: 'xs',
    label,
    ...typed(form[name], (value) => setForm({ ...form, [name]: value })),
  });
  return (
    <Form
      action="Record change"
      size="xs"
      isReady={form.at !== '' && form.what.trim() !== '' && pages.length > 0}
      onSend={() => onRecord({ ...form, pages })}
      onSent={() => setForm({ ...form, ...none })}
    >
      <Group gap="sm" align="end" my="xs">
        <TextInput {...field('at', 'Day')} type="date" />
        <TextInput {...field('what', 'What was changed')} maxLength={500} />
        <TextInput {...field('pages', 'Pages, separated by commas')} placeholder="/blog/*, /about" />
      </Group>
    </Form>
  );
}

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { recordSiteChange, removeSiteChange } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewSiteChange, SiteChange } from '../../api/schema.ts';
import { date, dayName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { ErrorState, LoadingRows, QueryState } from '../../parts/states.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';

/** What was changed on the site, with its effects, and a form for the next one. */
export function SiteChanges({ site }: { readonly site: string }) {
  const changes = useQuery(queries.siteChanges(site));
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['site-changes', site] });
  const record = (change: NewSiteChange) => recordSiteChange(site, change, crypto.randomUUID());
  const remove = useMutation({
    mutationFn: ({ id }: SiteChange) => removeSiteChange(site, id),
    onSuccess: async (_, { at, what, pages }) => {
      await onSuccess();
      await showUndo({
        title: `Removed: ${what}`,
        undo: () => record({ at, what, pages: [...pages] }).then(onSuccess),
      });
    },
  });
  return (
    <section aria-label="Changes">
      <Text component="h2" size="sm" fw={600} mt="md">
        Changes
      </Text>
      <NewChange onRecord={(change) => record(change).then(onSuccess)} />
      {remove.error ? <ErrorState error={remove.error} /> : null}
      <QueryState query={changes} loading={<LoadingRows rows={3} />}>
        {(data) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              Record what you change: its effect is measured after 14 and 28 days.
            </Text>
          ) : (
            <Grid label="Changes" rows={data} columns={columnsOf(remove.mutate)} />
          )
        }
      </QueryState>
    </section>
  );
}

const columnsOf = (onRemove: (change: SiteChange) => void): readonly Column<SiteChange>[] => [
  { header: 'Day', width: 110, value: ({ at }) => at, cell: ({ at }) => date(at) },
  { header: 'What', width: 220, value: ({ what }) => what },
  { header: 'Pages', width: 200, value: ({ pages }) => pages.join(', ') },
  { header: 'Effect', width: 420, value: effectText },
  {
    header: 'Remove',
    width: 90,
    value: ({ id }) => id,
    cell: (change) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Remove ${change.what}`}
        onClick={() => onRemove(change)}
      >
        Remove
      </Button>
    ),
  },
];

function effectText({ effect, next_at: next }: SiteChange): string {
  const waits = next === null ? '' : `Measured from ${dayName(next)} on.`;
  return [effect?.why ?? '', waits].filter(Boolean).join(' ');
}

interface NewChangeProps {
  readonly onRecord: (change: NewSiteChange) => Promise<void>;
}

const none = { what: '', pages: '' };

function NewChange({ onRecord }: NewChangeProps) {
  const [form, setForm] = useState(() => ({ ...none, at: new Date().toISOString().slice(0, 10) }));
  const pages = form.pages.split(',').flatMap((page) => page.trim() || []);
  const record = useMutation({
    mutationFn: () => onRecord({ ...form, pages }),
    onSuccess: () => setForm({ ...form, ...none }),
  });
  const field = (name: keyof typeof form, label: string) => ({
    size: 'xs',
    label,
    value: form[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Group gap="sm" align="end" my="xs">
        <TextInput {...field('at', 'Day')} type="date" />
        <TextInput {...field('what', 'What was changed')} maxLength={500} />
        <TextInput {...field('pages', 'Pages, with commas')} placeholder="/blog/*, /about" />
        <Button
          size="xs"
          disabled={form.at === '' || form.what.trim() === '' || pages.length === 0}
          loading={record.isPending}
          onClick={() => record.mutate()}
        >
          Record change
        </Button>
      </Group>
      {record.error ? <ErrorState error={record.error} /> : null}
    </>
  );
}

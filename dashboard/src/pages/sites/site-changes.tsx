import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordSiteChange, removeSiteChange } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { SiteChange } from '../../api/schema.ts';
import { date, dayName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { ErrorState, LoadingRows, QueryState } from '../../parts/states.tsx';

/** What was changed on the site, with its effects, and a form for the next one. */
export function SiteChanges({ site }: { readonly site: string }) {
  const changes = useQuery(queries.siteChanges(site));
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['site-changes', site] });
  const remove = useMutation({ mutationFn: (id: string) => removeSiteChange(site, id), onSuccess });
  return (
    <section aria-label="Changes">
      <Text component="h2" size="sm" fw={600} mt="md">
        Changes
      </Text>
      <NewChange site={site} onRecorded={onSuccess} />
      {remove.error ? <ErrorState error={remove.error} /> : null}
      <QueryState query={changes} loading={<LoadingRows rows={3} />}>
        {(data) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              Record what you change: its effect is measured after 14 and 28 days.
            </Text>
          ) : (
            <Grid label="Changes" rows={data} columns={columnsOf((id) => remove.mutate(id))} />
          )
        }
      </QueryState>
    </section>
  );
}

const columnsOf = (onRemove: (id: string) => void): readonly Column<SiteChange>[] => [
  { header: 'Day', width: 110, value: ({ at }) => at, cell: ({ at }) => date(at) },
  { header: 'What', width: 220, value: ({ what }) => what },
  { header: 'Pages', width: 200, value: ({ pages }) => pages.join(', ') },
  { header: 'Effect', width: 420, value: effectText },
  {
    header: 'Remove',
    width: 90,
    value: ({ id }) => id,
    cell: ({ id, what }) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Remove ${what}`}
        onClick={() => onRemove(id)}
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

function NewChange({
  site,
  onRecorded,
}: {
  readonly site: string;
  readonly onRecorded: () => Promise<void>;
}) {
  const [at, setAt] = useState(() => new Date().toISOString().slice(0, 10));
  const [what, setWhat] = useState('');
  const [written, setWritten] = useState('');
  const pages = written.split(',').flatMap((page) => page.trim() || []);
  const record = useMutation({
    mutationFn: () => recordSiteChange(site, { at, what, pages }, crypto.randomUUID()),
    onSuccess: () => {
      setWhat('');
      setWritten('');
      return onRecorded();
    },
  });
  return (
    <>
      <Group gap="sm" align="end" my="xs">
        <TextInput
          size="xs"
          type="date"
          label="Day"
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="What was changed"
          value={what}
          maxLength={500}
          onChange={(event) => setWhat(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="Pages, with commas"
          placeholder="/blog/*, /about"
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button
          size="xs"
          disabled={at === '' || what.trim() === '' || pages.length === 0}
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

import { Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, at, keyedAt } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewSiteChange, SiteChange } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { Explained } from '../../charts/explained.tsx';
import { isData } from '../../charts/read.ts';
import { dayName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Act, Form, typed } from '../../parts/form.tsx';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { Hint, QuietButton } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { useParameter } from '../../router.tsx';
import { dayAfter } from './site-period.tsx';
import type { View } from './site-slices.ts';

/** The two periods that the page is set to, until others are picked here. */
function usualDays({ from, to, compare }: View['asked']): readonly string[] {
  if (!(from && to)) return [];
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const back = compare === 'previous_year' ? 364 : length;
  return [from, to, dayAfter(from, -back), dayAfter(to, -back)];
}

/** Why clicks changed between two periods, and what the owner changed meanwhile. */
export function SiteWhy({ view: { site, asked } }: { readonly view: View }) {
  const usual = usualDays(asked);
  const [picked, setPicked] = useParameter('why', usual.join());
  const days = usual.length > 0 ? picked.split(',') : [];
  const names = ['From', 'To', 'Compared from', 'Compared to'];
  const explained = useQuery({
    ...queries.explainedChange(site, days),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {usual.length > 0 ? (
        <Group gap="sm" align="end">
          {names.map((name, place) => (
            <TextInput
              key={name}
              size="xs"
              type="date"
              label={name}
              {...typed(days[place] ?? '', (day) => day && setPicked(days.with(place, day).join()))}
            />
          ))}
        </Group>
      ) : null}
      <QueryState query={explained} loading={<LoadingBox height={300} />}>
        {({ data, coverage }) => (
          <Explained data={isData(data) ? data : {}} note={coverage.scope_note ?? ''} />
        )}
      </QueryState>
      <SiteChanges site={site} />
    </>
  );
}

/** What was changed on the site, with its effects, and a form for the next one. */
function SiteChanges({ site }: { readonly site: string }) {
  const refresh = useRefresh('site-changes');
  const record = (body: NewSiteChange) =>
    answered(
      api.POST('/v1/me/sites/{site}/changes', { ...keyedAt(crypto.randomUUID(), { site }), body }),
    ).then(refresh);
  const remove = async ({ id: change_id, at: day, what, pages }: SiteChange) => {
    await answered(api.DELETE('/v1/me/sites/{site}/changes/{change_id}', at({ site, change_id })));
    await refresh();
    const undo = () => record({ at: day, what, pages: [...pages] });
    await showUndo({ title: `Removed: ${what}`, undo });
  };
  return (
    <section aria-label="Changes">
      <Text component="h2" fw={600} mt="md">
        Changes
      </Text>
      <NewChange onRecord={record} />
      <QueryState
        query={useQuery(queries.siteChanges(site))}
        empty={<Hint>Record what you change: its effect is measured after 14 and 28 days.</Hint>}
      >
        {(data) => <Grid label="Changes" rows={data} columns={columnsOf(remove)} />}
      </QueryState>
    </section>
  );
}

const columnsOf = (onRemove: (change: SiteChange) => Promise<void>): readonly Column<SiteChange>[] => [
  { header: 'Day', width: 110, value: 'at', as: 'date' },
  { header: 'What', width: 220, value: 'what' },
  { header: 'Pages', width: 200, value: ({ pages }) => pages.join(', ') },
  { header: 'Effect', width: 420, value: effectText },
  {
    header: 'Remove',
    width: 90,
    value: 'id',
    cell: (change) => (
      <Act look={QuietButton} aria-label={`Remove ${change.what}`} act={() => onRemove(change)}>
        Remove
      </Act>
    ),
  },
];

function effectText({ effect, next_at: next }: SiteChange): string {
  const waits = next === null ? '' : `Measured from ${dayName(next)} on.`;
  return [effect?.why ?? '', waits].filter(Boolean).join(' ');
}

const none = { what: '', pages: '' };

function NewChange({ onRecord }: { readonly onRecord: (change: NewSiteChange) => Promise<unknown> }) {
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

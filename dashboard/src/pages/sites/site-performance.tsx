import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { Performance } from '../../api/schema.ts';
import type { Column } from '../../charts/column.ts';
import type { Data } from '../../charts/read.ts';
import { RowsTable } from '../../charts/rows-table.tsx';
import { dayName, exactNumber, number, percent, unknown } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { LoadingBox } from '../../parts/states.tsx';
import { ClicksChart } from './clicks-by-day.tsx';

const slices = [
  { value: 'query', label: 'Queries' },
  { value: 'page', label: 'Pages' },
  { value: 'country', label: 'Countries' },
  { value: 'device', label: 'Devices' },
  { value: 'folder', label: 'Folders' },
  { value: 'brand', label: 'Brand' },
];
const spans = [
  { value: '28', label: 'Last 28 days' },
  { value: '91', label: 'Last 13 weeks' },
  { value: '364', label: 'Last 52 weeks' },
];
const dayMs = 86_400_000;

/** What a connected site was clicked for, beside the period before; nothing of a site that is not connected. */
export function SitePerformance({ site }: { readonly site: string }) {
  const connection = useQuery(queries.searchConsole);
  const last = connection.data?.properties.find(
    (each) => each.site === site && each.last_day !== null,
  )?.last_day;
  return last ? <Slices site={site} last={last} /> : null;
}

function Slices({ site, last }: { readonly site: string; readonly last: string }) {
  const [dimension, setDimension] = useState('query');
  const [days, setDays] = useState('28');
  const from = new Date(Date.parse(last) - (Number(days) - 1) * dayMs).toISOString().slice(0, 10);
  const period = { from, to: last, compare: 'previous_period' };
  const slice = useQuery({
    ...queries.performance(site, { ...period, dimensions: dimension, limit: 1_000 }),
    placeholderData: keepPreviousData,
  });
  const byDay = useQuery({
    ...queries.performance(site, { from, to: last, dimensions: 'date', sort: 'key', limit: 1_000 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title="Performance"
      lead={`${dayName(from)} to ${dayName(last)}, ${last.slice(0, 4)}, as Google counts; changes are against the period before.`}
      actions={
        <NativeSelect
          aria-label="Period"
          data={spans}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      }
    >
      <Stack gap="md">
        {byDay.data ? <DaysChart performance={byDay.data} /> : <LoadingBox height={180} />}
        <Group>
          <NativeSelect
            aria-label="Cut by"
            data={slices}
            value={dimension}
            onChange={(event) => setDimension(event.currentTarget.value)}
          />
        </Group>
        {slice.data ? <SliceTable performance={slice.data} /> : <LoadingBox height={240} />}
      </Stack>
    </Section>
  );
}

function DaysChart({ performance: { rows, totals } }: { readonly performance: Performance }) {
  return (
    <>
      <ClicksChart days={rows.map(({ keys, clicks }) => ({ day: keys.date ?? '', clicks }))} />
      <Text size="xs" c="dimmed">
        {number(totals.clicks)} clicks, {number(totals.impressions)} impressions.
      </Text>
    </>
  );
}

function SliceTable({ performance }: { readonly performance: Performance }) {
  const { dimensions, rows, total_rows: total, withheld, notes } = performance;
  const [name = ''] = dimensions;
  const label = slices.find(({ value }) => value === name)?.label ?? name;
  const shown = rows.map(
    ({ keys, clicks, impressions, ctr, average_position, before }): Data => ({
      name: keys[name] ?? '',
      clicks,
      change: clicks - (before?.clicks ?? 0),
      impressions,
      ctr,
      position: average_position,
    }),
  );
  return (
    <>
      <RowsTable label={label} rows={shown} columns={[nameColumn(label), ...columns]} />
      <Text size="xs" c="dimmed">
        {[
          rows.length < total ? `The first ${number(rows.length)} of ${number(total)}.` : '',
          withheld
            ? `Google tells ${number(withheld.clicks)} clicks in no row: queries too rare to be named.`
            : '',
          ...notes,
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </Text>
    </>
  );
}

const nameColumn = (label: string): Column => ({ header: label, value: ({ name }) => String(name) });
const figure = (value: unknown) => (typeof value === 'number' ? value : null);
const signed = (value: number | null) =>
  value === null ? unknown : `${value > 0 ? '+' : ''}${number(value)}`;

const columns: readonly Column[] = [
  { header: 'Clicks', value: ({ clicks }) => figure(clicks), isNumber: true },
  {
    header: 'Change',
    value: ({ change }) => figure(change),
    cell: ({ change }) => signed(figure(change)),
    isNumber: true,
  },
  { header: 'Impressions', value: ({ impressions }) => figure(impressions), isNumber: true, isMinor: true },
  {
    header: 'Click rate',
    value: ({ ctr }) => figure(ctr),
    cell: ({ ctr }) => percent(figure(ctr)),
    isNumber: true,
    isMinor: true,
  },
  {
    header: 'Position',
    value: ({ position }) => figure(position),
    cell: ({ position }) => (typeof position === 'number' ? exactNumber(position) : unknown),
    isNumber: true,
    isMinor: true,
  },
];

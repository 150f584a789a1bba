import { Group, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { Explained } from '../../charts/explained.tsx';
import { isData } from '../../charts/read.ts';
import { typed } from '../../parts/form.tsx';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { useParameter } from '../../router.tsx';
import { SiteChanges } from './site-changes.tsx';
import type { Period } from './site-slices.ts';

const dayMs = 86_400_000;
const laterBy = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The two periods that the page is set to, until others are picked here. */
function usualDays({ from, to, compare }: Period): readonly [string, string, string, string] {
  if (!(from && to)) return ['', '', '', ''];
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const back = compare === 'previous_year' ? 364 : length;
  return [from, to, laterBy(from, -back), laterBy(to, -back)];
}

/** Why clicks changed between two periods, and what the owner changed meanwhile. */
export function SiteWhy({ site, period }: { readonly site: string; readonly period: Period }) {
  const usual = usualDays(period);
  const [picked, setPicked] = useParameter('why', '');
  const days = picked === '' ? usual : picked.split(',');
  const names = ['From', 'To', 'Compared from', 'Compared to'];
  const explained = useQuery({
    ...queries.explainedChange(site, period.isConnected ? days : []),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {period.isConnected ? (
        <Group gap="sm" align="end">
          {names.map((name, at) => (
            <TextInput
              key={name}
              size="xs"
              type="date"
              label={name}
              {...typed(days[at] ?? '', (day) => {
                if (day !== '')
                  setPicked([0, 1, 2, 3].map((other) => (other === at ? day : (days[other] ?? ''))).join());
              })}
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

import { Badge, Button, Group } from '@mantine/core';
import { lazy, useState } from 'react';
import type { OwnSite } from '../../api/schema.ts';
import { ago, dayRange, number, percent } from '../../format.ts';
import { Later, later } from '../../parts/later.tsx';
import { Note, QuietButton } from '../../parts/text.tsx';
import { searchTypeName } from './site-period.tsx';
import { bothFilters, filterText, type Period } from './site-slices.ts';

const SiteNames = later(async () => (await import('./site-names.tsx')).SiteNames);
const AddFilter = lazy(async () => ({ default: (await import('./add-filter.tsx')).AddFilter }));

const filterWords: Readonly<Record<OwnSite['scope']['filters'][number]['operator'], string>> = {
  equals: 'is',
  contains: 'contains',
  excludes: 'does not contain',
  matches: 'matches',
};

function limitsOf({
  countries,
  device,
  search_type: type,
  filters,
  rows,
}: OwnSite['scope']): readonly string[] {
  return [
    ...(countries === 'all' ? [] : [countries.join(', ')]),
    ...(device === 'all' ? [] : [device]),
    ...(type === 'web' ? [] : [searchTypeName(type)]),
    ...filters.map(({ dimension, operator, value }) => `${dimension} ${filterWords[operator]} ${value}`),
    ...(rows === 'all' ? [] : [`list ${rows}`]),
  ].map((limit) => limit.charAt(0).toUpperCase() + limit.slice(1));
}

const oldDays = 60;
const dayMs = 86_400_000;

export function daysText({ from, to }: Pick<OwnSite, 'from' | 'to'> | Period): string {
  if (!(from && to)) return 'Period unknown';
  const age = Date.now() - Date.parse(to) > oldDays * dayMs ? `, ${ago(to)}` : '';
  return `${dayRange(from, to)}${age}`;
}

interface ScopeProps {
  readonly data: OwnSite;
  readonly period: Period;
  readonly onAll: () => void;
  readonly onFilter: (filter: string) => void;
}

/** What the figures below are of, in one line; a part of the site stands out, and what was chosen here goes with a press. */
export function Scope({ data, period, onAll, onFilter }: ScopeProps) {
  const [isNaming, setNaming] = useState(false);
  const { scope } = data;
  const { isConnected, filter = '', from, to } = period;
  // Of other kinds of search no names are counted.
  const isWeb = !period.search_type;
  const filters = filter.split(';').filter(Boolean);
  return (
    <Group gap={8}>
      <Group gap={8} role="list" aria-label="What the figures are of">
        <Note role="listitem">{daysText(isConnected ? period : data)}</Note>
        {scope.countries === 'all' && filters.length === 0 ? (
          <Badge color="gray" role="listitem">
            All countries
          </Badge>
        ) : null}
        {limitsOf(scope).map((limit) => (
          <Badge key={limit} color="yellow" role="listitem">
            <bdi>{limit}</bdi>
          </Badge>
        ))}
        {isWeb ? <Branded {...data} /> : null}
      </Group>
      {filters.map((one) => (
        <Taken
          key={one}
          name={filterText(one)}
          onTake={() => onFilter(filters.filter((other) => other !== one).join(';'))}
        />
      ))}
      {isConnected && from === to ? <Taken name="One day" onTake={onAll} /> : null}
      {isConnected ? (
        <Later
          button={(onClick) => <QuietButton onClick={onClick}>Add filter</QuietButton>}
          menu={(button) => <AddFilter button={button} onAdd={(one) => onFilter(bothFilters(filter, one))} />}
        />
      ) : null}
      {isWeb ? <QuietButton onClick={() => setNaming(true)}>Edit names</QuietButton> : null}
      {isNaming ? <SiteNames site={data} onClose={() => setNaming(false)} /> : null}
    </Group>
  );
}

function Branded({ brand, clicks }: Pick<OwnSite, 'brand' | 'clicks'>) {
  return (
    <Note role="listitem">
      Branded clicks: {number(brand.clicks)}
      {clicks > 0 ? ` (${percent(brand.clicks / clicks)})` : ''}
    </Note>
  );
}

/** What narrows the figures, taken away with a press. */
function Taken({ name, onTake }: { readonly name: string; readonly onTake: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="light"
      color="yellow"
      rightSection="×"
      aria-label={`Remove: ${name}`}
      onClick={onTake}
    >
      <bdi>{name}</bdi>
    </Button>
  );
}

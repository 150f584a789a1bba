import { Badge, Button, Group } from '@mantine/core';
import type { OwnSite } from '../../api/schema.ts';
import { ago, dayRange, number, percent } from '../../format.ts';
import { Opener } from '../../parts/form.tsx';
import { Later, later, laterMenu } from '../../parts/later.tsx';
import { Note, QuietButton } from '../../parts/text.tsx';
import { useParameter } from '../../router.tsx';
import { dayAfter, searchTypeName, useDays } from './site-period.tsx';
import { bothFilters, filterText, type View } from './site-slices.ts';

const SiteNames = later(async () => (await import('./site-names.tsx')).SiteNames);
const AddFilter = laterMenu(async () => (await import('./add-filter.tsx')).AddFilter);

function limitsOf({ countries, device, search_type: type, filters, rows }: OwnSite['scope']) {
  return [
    ...(countries === 'all' ? [] : [countries.join(', ')]),
    ...(device === 'all' ? [] : [device]),
    ...(type === 'web' ? [] : [searchTypeName(type)]),
    ...filters.map(({ dimension, operator, value }) => filterText(`${dimension}:${operator}:${value}`)),
    ...(rows === 'all' ? [] : [`list ${rows}`]),
  ].map((limit) => limit.charAt(0).toUpperCase() + limit.slice(1));
}

const oldDays = 60;

export function daysText({ from, to }: Pick<OwnSite, 'from' | 'to'> | View['asked']): string {
  if (!(from && to)) return 'Period unknown';
  const isOld = dayAfter(to, oldDays) < new Date().toISOString().slice(0, 10);
  return `${dayRange(from, to)}${isOld ? `, ${ago(to)}` : ''}`;
}

interface ScopeProps {
  readonly data: OwnSite;
  readonly view: View;
}

/** What the figures below are of, in one line; a part of the site stands out, and what was chosen here goes with a press. */
export function Scope({ data, view: { isConnected, asked } }: ScopeProps) {
  const { scope } = data;
  const [only, setOnly] = useParameter('only', '');
  const { showUsual } = useDays();
  // Of other kinds of search no names are counted.
  const isWeb = asked.search_type === undefined;
  const filters = isConnected ? only.split(';').filter(Boolean) : [];
  return (
    <Group gap={8}>
      <Group gap={8} role="list" aria-label="What the figures are of">
        <Note role="listitem">{daysText(isConnected ? asked : data)}</Note>
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
        {isWeb ? <Note role="listitem">Branded clicks: {brandedText(data)}</Note> : null}
      </Group>
      {filters.map((one) => (
        <Taken
          key={one}
          name={filterText(one)}
          onTake={() => setOnly(filters.filter((other) => other !== one).join(';'))}
        />
      ))}
      {isConnected && asked.from === asked.to ? <Taken name="One day" onTake={showUsual} /> : null}
      {isConnected ? (
        <Later
          button={(onClick) => <QuietButton onClick={onClick}>Add filter</QuietButton>}
          menu={(button) => (
            <AddFilter {...{ button }} filter={only} onAdd={(one) => setOnly(bothFilters(only, one))} />
          )}
        />
      ) : null}
      {isWeb ? (
        <Opener look={QuietButton} opens={(onClose) => <SiteNames site={data} onClose={onClose} />}>
          Edit names
        </Opener>
      ) : null}
    </Group>
  );
}

const brandedText = ({ brand, clicks }: OwnSite) =>
  `${number(brand.clicks)}${clicks > 0 ? ` (${percent(brand.clicks / clicks)})` : ''}`;

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

import { Badge, Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { OwnSite } from '../../api/schema.ts';
import { Nothing } from '../../charts/figures.tsx';
import { dayName, exactNumber, number, percent, shortNumber, unknown } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { Stat } from '../../parts/stat.tsx';
import { LoadingBox, QueryState } from '../../parts/states.tsx';
import { ClickCurve } from './click-curve.tsx';
import { ClicksByDay } from './clicks-by-day.tsx';
import { Opportunities } from './opportunities.tsx';
import { SiteNames } from './site-names.tsx';
import { SitePerformance } from './site-performance.tsx';

/** One site: its totals, its clicks over time, what to do next, and the curve and names that the estimates rest on. */
export function SiteView({ site }: { readonly site: string }) {
  const query = useQuery(queries.ownSite(site));
  return (
    <QueryState query={query} loading={<LoadingBox height={420} />}>
      {(data) => (
        <>
          <Totals site={data} />
          <SitePerformance site={site} />
          {data.days.length > 1 ? (
            <Section title="Clicks by day">
              <ClicksByDay days={data.days} />
            </Section>
          ) : null}
          <Opportunities site={data} />
          <Section
            title="Clicks by position"
            lead="Of your own queries, those with your name left out. Every estimate above is computed from this curve, not from a published one."
          >
            {data.click_curve.length === 0 ? (
              <Nothing>Too few queries to draw a curve. An export of a longer period has more.</Nothing>
            ) : (
              <ClickCurve points={data.click_curve} />
            )}
          </Section>
          <SiteNames key={`${data.own_names} ${data.other_names}`} site={data} />
        </>
      )}
    </QueryState>
  );
}

const countedFrom: Readonly<Record<OwnSite['counted_from'], string>> = {
  dates: 'from the table of days',
  countries: 'from the table of countries',
  devices: 'from the table of devices',
  pages: 'from the table of pages',
  queries: 'from the table of queries, which leaves out rare ones',
};

function Totals({ site }: { readonly site: OwnSite }) {
  const { clicks, impressions, ctr, average_position: position, from, to, brand } = site;
  const period =
    from && to
      ? `${dayName(from)} to ${dayName(to)}, ${to.slice(0, 4)}`
      : 'Period unknown: add the table of days';
  return (
    <div>
      <Scope scope={site.scope} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
        <Stat
          label="Clicks"
          value={number(clicks)}
          note={`${shortNumber(brand.clicks)} branded, ${number(brand.queries)} queries`}
        />
        <Stat label="Impressions" value={number(impressions)} note={`${number(site.queries)} queries`} />
        <Stat label="Click rate" value={percent(ctr)} note={`${number(site.pages)} pages`} />
        <Stat
          label="Average position"
          value={position === null ? unknown : exactNumber(position)}
          note="mean of impressions"
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {period}. Totals {countedFrom[site.counted_from]}.{countriesText(site)}
      </Text>
    </div>
  );
}

const filterWords: Readonly<Record<OwnSite['scope']['filters'][number]['operator'], string>> = {
  equals: 'is',
  contains: 'contains',
  excludes: 'does not contain',
  matches: 'matches',
};

/** What the figures below are of; a part of the site stands out. */
function Scope({ scope }: Pick<OwnSite, 'scope'>) {
  const { countries, device, search_type: type, filters, rows } = scope;
  const parts = [
    ...(countries === 'all' ? [] : [countries.join(', ')]),
    ...(device === 'all' ? [] : [device]),
    ...(type === 'web' ? [] : [`${type} search`]),
    ...filters.map(({ dimension, operator, value }) => `${dimension} ${filterWords[operator]} ${value}`),
    ...(rows === 'all' ? [] : [`list ${rows}`]),
  ];
  return (
    <Group gap="xs" mb="sm" role="list" aria-label="What the figures are of">
      {countries === 'all' ? (
        <Badge color="gray" variant="light" tt="none" role="listitem">
          all countries
        </Badge>
      ) : null}
      {parts.map((part) => (
        <Badge key={part} color="yellow" variant="light" tt="none" role="listitem">
          <bdi>{part}</bdi>
        </Badge>
      ))}
    </Group>
  );
}

function countriesText({ countries }: OwnSite): string {
  const shown = countries
    .slice(0, 3)
    .flatMap(({ country, share }) => (share === null ? [] : [`${country} ${percent(share)}`]));
  return shown.length > 1 ? ` Clicks by country: ${shown.join(', ')}.` : '';
}

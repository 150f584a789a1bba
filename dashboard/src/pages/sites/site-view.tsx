import { SimpleGrid, Text } from '@mantine/core';
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
import { SitePerformance } from './site-performance.tsx';

/** One site: its totals, what to do next, and the curve that the estimates rest on. */
export function SiteView({ site }: { readonly site: string }) {
  const query = useQuery(queries.ownSite(site));
  return (
    <QueryState query={query} loading={<LoadingBox height={420} />}>
      {(data) => (
        <>
          <Totals site={data} />
          <SitePerformance site={site} />
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
          {data.days.length > 1 ? (
            <Section title="Clicks by day">
              <ClicksByDay days={data.days} />
            </Section>
          ) : null}
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
  const { clicks, impressions, ctr, average_position: position, from, to, brand, country, device } = site;
  const period =
    from && to
      ? `${dayName(from)} to ${dayName(to)}, ${to.slice(0, 4)}`
      : 'Period unknown: add the table of days';
  const filters = [country, device].filter((name) => name !== null).join(', ');
  return (
    <div>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
        <Stat label="Clicks" value={number(clicks)} note={`${shortNumber(brand.clicks)} on your name`} />
        <Stat label="Impressions" value={number(impressions)} note={`${number(site.queries)} queries`} />
        <Stat label="Click rate" value={percent(ctr)} note={`${number(site.pages)} pages`} />
        <Stat
          label="Average position"
          value={position === null ? unknown : exactNumber(position)}
          note="mean of impressions"
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {period}
        {filters ? `, ${filters} only` : ''}. Totals {countedFrom[site.counted_from]}.
      </Text>
    </div>
  );
}

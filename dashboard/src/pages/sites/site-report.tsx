import { Button } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { SiteReport as Report, SharedAnswer } from '../../api/workspace.ts';
import { date } from '../../format.ts';
import { Page, Section } from '../../parts/page.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { GivenOpportunities } from './opportunities.tsx';
import { SiteChart } from './site-chart.tsx';
import { searchTypeName } from './site-period.tsx';
import { daysText } from './site-scope.tsx';
import { type Dimension, daysBefore, filterText, type Period, sliceQuery } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

interface SiteReportProps {
  readonly shared: SharedAnswer;
  readonly report: Report;
}

const tables: readonly (readonly [Exclude<Dimension, 'appearance'>, string])[] = [
  ['query', 'Queries'],
  ['page', 'Pages'],
  ['country', 'Countries'],
  ['device', 'Devices'],
];

/** The page of a site on one sheet, as it was when it was shared: for anybody who has the link, and to print. */
export function SiteReport({ shared, report }: SiteReportProps) {
  const { slices, opportunities } = report;
  const { site, from, to, search_type: type } = slices.date;
  const period = periodOf(shared, report);
  // The parts ask as they do on the page of the site, and find what was kept.
  const [client] = useState(() => holding(site, period, report));
  const limits = [
    ...(type === 'web' ? [] : [searchTypeName(type)]),
    ...(period.filter?.split(';').map(filterText) ?? []),
  ].join(', ');
  return (
    <Page
      title={readableDomain(site)}
      lead={`Google Search, ${daysText({ from, to })}${limits && `, ${limits}`}. As of ${date(shared.createdAt)}. The link expires on ${date(shared.expiresAt)}.`}
      isWide
      actions={
        <Button size="xs" variant="default" onClick={() => print()}>
          Print or save as PDF
        </Button>
      }
    >
      <QueryClientProvider client={client}>
        <SiteChart site={site} period={period} />
        {opportunities.length > 0 && !period.filter ? (
          <Section title="Opportunities">
            <GivenOpportunities rows={opportunities} {...{ site, from }} />
          </Section>
        ) : null}
        {tables
          .filter(([name]) => slices[name].rows.length > 0)
          .map(([name, title]) => (
            <Section key={name} title={title}>
              <SiteTable dimension={name} {...{ site, period }} isGiven />
            </Section>
          ))}
      </QueryClientProvider>
    </Page>
  );
}

/** What was asked. Days before are drawn where they were kept. */
function periodOf({ asked }: SharedAnswer, { slices }: Report): Period {
  const { compare, filter } = asked;
  return {
    isConnected: slices.before !== null,
    ...(typeof compare === 'string' && { compare }),
    ...(typeof filter === 'string' && filter && { filter }),
  };
}

function holding(site: string, period: Period, { slices }: Report): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const { before, ...now } = slices;
  const hold = (query: Parameters<typeof queries.performance>[1], slice: typeof now.date) =>
    client.setQueryData(queries.performance(site, query).queryKey, slice);
  hold(sliceQuery(period, 'date'), now.date);
  for (const [name] of tables) hold(sliceQuery(period, name), now[name]);
  if (before) hold(daysBefore(period, now.date.compared_with), before);
  // What the owner noted of the site is the owner's.
  client.setQueryData(queries.siteChanges(site).queryKey, []);
  return client;
}

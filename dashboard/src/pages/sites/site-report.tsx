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
import { daysBefore, dimensions, filterText, sliceOf, type View } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

interface SiteReportProps {
  readonly shared: SharedAnswer;
  readonly report: Report;
}

const tables = ['query', 'page', 'country', 'device'] as const;

/** The page of a site on one sheet, as it was when it was shared: for anybody who has the link, and to print. */
export function SiteReport({ shared, report }: SiteReportProps) {
  const { slices, opportunities } = report;
  const { site, from, to, search_type: type } = slices.date;
  const view = viewOf(shared, report);
  const { filter } = view.asked;
  // The parts ask as they do on the page of the site, and find what was kept.
  const [client] = useState(() => holding(view, report));
  const limits = [
    ...(type === 'web' ? [] : [searchTypeName(type)]),
    ...(filter?.split(';').map(filterText) ?? []),
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
        <SiteChart view={view} />
        {opportunities.length > 0 && !filter ? (
          <Section title="Opportunities">
            <GivenOpportunities rows={opportunities} {...{ site, from }} />
          </Section>
        ) : null}
        {tables
          .filter((dimension) => slices[dimension].rows.length > 0)
          .map((dimension) => (
            <Section key={dimension} title={dimensions[dimension][1]}>
              <SiteTable {...{ view, dimension }} />
            </Section>
          ))}
      </QueryClientProvider>
    </Page>
  );
}

/** What was asked. Days before are drawn where they were kept. */
function viewOf({ asked }: SharedAnswer, { slices }: Report): View {
  const { compare, filter } = asked;
  return {
    site: slices.date.site,
    isConnected: slices.before !== null,
    isGiven: true,
    asked: {
      ...(typeof compare === 'string' && { compare }),
      ...(typeof filter === 'string' && filter && { filter }),
    },
  };
}

function holding(view: View, { slices }: Report): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const { before, ...now } = slices;
  for (const dimension of ['date', ...tables] as const)
    client.setQueryData(sliceOf(view, dimension).queryKey, now[dimension]);
  if (before) client.setQueryData(daysBefore(view, now.date.compared_with).queryKey, before);
  // What the owner noted of the site is the owner's.
  client.setQueryData(queries.siteChanges(view.site).queryKey, []);
  return client;
}

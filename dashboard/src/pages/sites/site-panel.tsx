import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { OwnSite, Performance } from '../../api/schema.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { before, clickFigures, Figures, Panel } from '../../charts/figures.tsx';
import { decimal, shortNumber } from '../../format.ts';
import { SidePanel } from '../../parts/dialog.tsx';
import { LoadingBox } from '../../parts/page.tsx';
import { Note } from '../../parts/text.tsx';
import { pathOf } from '../../readable-domain.ts';
import { lastMarket } from '../explorer/last-market.ts';
import { ToolLink } from '../explorer/tool-link.tsx';
import { TrackKeywords } from '../explorer/track-keywords.tsx';
import { bothFilters, type Period, periodQuery, type Subject, sliceQuery } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

interface SitePanelProps {
  readonly data: OwnSite;
  readonly period: Period;
  readonly subject: Subject;
  readonly onClose: () => void;
}

const calls = {
  query: [
    { tool: 'inspect_serp', argument: 'query' },
    { tool: 'inspect_keyword', argument: 'keyword' },
  ],
  page: [
    { tool: 'inspect_page', argument: 'url' },
    { tool: 'audit_site', argument: 'urls' },
  ],
} as const;

/** What lists and cards here show of an own query or page already; a call adds to it where a live source is asked. */
const addsLive: ReadonlySet<string> = new Set(['inspect_serp', 'inspect_keyword', 'inspect_page']);

/** One query or page beside the list it is in: its trend, its other half, what to do, and what a closer look costs. */
export function SitePanel({ data, period, subject, onClose }: SitePanelProps) {
  const { site } = data;
  const { kind, name } = subject;
  const filter = `${kind}:equals:${name}`;
  const whole = useQuery(
    queries.performance(site, {
      ...periodQuery(period),
      dimensions: kind,
      filter: bothFilters(period.filter, filter),
      limit: 1,
    }),
  );
  const [row] = whole.data?.rows ?? [];
  const advice = data.opportunities.filter(({ query, page }) => (kind === 'query' ? query : page) === name);
  return (
    <SidePanel onClose={onClose} title={<bdi>{kind === 'page' ? pathOf(name, site) : name}</bdi>}>
      {whole.data ? <Figures figures={figuresOf(row)} /> : <LoadingBox height={56} />}
      <Group gap="xs">
        {kind === 'query' ? <TrackKeywords site={site} keywords={[name]} size="xs" /> : null}
        <Calls site={site} subject={subject} />
      </Group>
      {advice.map((one) => (
        <Panel key={`${one.kind} ${one.query} ${one.page}`} title="What to do">
          <Text>{one.seen}</Text>
          <Note mt={4}>{one.computed}</Note>
        </Panel>
      ))}
      {period.isConnected ? <Trend {...{ site, period, filter }} /> : null}
      <Panel title={kind === 'query' ? 'Its pages' : 'Its queries'}>
        <SiteTable {...{ site, period, filter }} dimension={kind === 'query' ? 'page' : 'query'} />
      </Panel>
    </SidePanel>
  );
}

/** The figures of a row beside those of the period before. */
function figuresOf(row: Performance['rows'][number] | undefined) {
  return clickFigures.map(({ key, label, text }) => ({
    label,
    value: text(row?.[key]),
    note: row?.before ? before(text(row.before[key])) : undefined,
  }));
}

function Calls({ site, subject: { kind, name } }: { readonly site: string; readonly subject: Subject }) {
  const { data } = useQuery(queries.capabilities);
  const isLive = data?.data.sources.some(
    ({ source_class, status }) => source_class === 'live_serp' && status === 'available',
  );
  return calls[kind]
    .filter(({ tool }) => isLive || !addsLive.has(tool))
    .map(({ tool, argument }) => (
      <ToolLink
        key={tool}
        tool={tool}
        args={tool === 'audit_site' ? { domain: site, urls: [name] } : { ...lastMarket(), [argument]: name }}
      />
    ));
}

interface TrendProps {
  readonly site: string;
  readonly period: Period;
  readonly filter: string;
}

function Trend({ site, period: { compare: _, ...days }, filter }: TrendProps) {
  const { data } = useQuery(
    queries.performance(site, sliceQuery({ ...days, filter: bothFilters(days.filter, filter) }, 'date')),
  );
  if (!data || data.rows.length < 2) return null;
  return (
    <Panel title="By day">
      <LineChart
        label="Clicks and position by day"
        site={site}
        height={180}
        moments={data.rows.map(({ keys }) => keys.date ?? '')}
        lines={[
          {
            name: 'Clicks',
            color: 'var(--mantine-color-glass-6)',
            values: data.rows.map(({ clicks }) => clicks),
            text: shortNumber,
          },
          {
            name: 'Position',
            color: 'var(--mantine-color-grape-5)',
            values: data.rows.map(({ average_position }) => average_position),
            text: decimal,
            isPosition: true,
          },
        ]}
      />
    </Panel>
  );
}

import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { OwnSite } from '../../api/schema.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { before, clickFigures, Figures, Panel } from '../../charts/figures.tsx';
import { decimal, shortNumber } from '../../format.ts';
import { SidePanel } from '../../parts/dialog.tsx';
import { LoadingBox } from '../../parts/page.tsx';
import { Note } from '../../parts/text.tsx';
import { pathOf } from '../../readable-domain.ts';
import { isLive } from '../explorer/call-price.tsx';
import { lastMarket } from '../explorer/last-market.ts';
import { ToolLink } from '../explorer/tool-link.tsx';
import { TrackKeywords } from '../explorer/track-keywords.tsx';
import { partOf, type Subject, sliceOf, type View } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

interface SitePanelProps {
  readonly data: OwnSite;
  readonly view: View;
  readonly subject: Subject;
  readonly onClose: () => void;
}

/** One query or page beside the list it is in: its trend, its other half, what to do, and what a closer look costs. */
export function SitePanel({ data, view, subject, onClose }: SitePanelProps) {
  const { site } = view;
  const { kind, name } = subject;
  const filter = `${kind}:equals:${name}`;
  const part = partOf(view, filter);
  const whole = useQuery(sliceOf(part, kind, 1));
  const [row] = whole.data?.rows ?? [];
  const figures = clickFigures.map(({ key, label, text }) => ({
    label,
    value: text(row?.[key]),
    note: row?.before ? before(text(row.before[key])) : undefined,
  }));
  const advice = data.opportunities.filter((one) => one[kind] === name);
  return (
    <SidePanel onClose={onClose} title={<bdi>{kind === 'page' ? pathOf(name, site) : name}</bdi>}>
      {whole.data ? <Figures figures={figures} /> : <LoadingBox height={56} />}
      <Group gap="xs">
        {kind === 'query' ? <TrackKeywords site={site} keywords={[name]} size="xs" /> : null}
        <Calls {...{ site, subject }} />
      </Group>
      {advice.map((one) => (
        <Panel key={`${one.kind} ${one.query} ${one.page}`} title="What to do">
          <Text>{one.seen}</Text>
          <Note mt={4}>{one.computed}</Note>
        </Panel>
      ))}
      {view.isConnected ? <Trend view={part} /> : null}
      <Panel title={kind === 'query' ? 'Its pages' : 'Its queries'}>
        <SiteTable {...{ view, filter }} dimension={kind === 'query' ? 'page' : 'query'} />
      </Panel>
    </SidePanel>
  );
}

/** What a closer look costs. Lists and cards show of an own query or page already what no live source adds to. */
function Calls({ site, subject: { kind, name } }: { readonly site: string; readonly subject: Subject }) {
  const { data } = useQuery(queries.capabilities);
  const market = lastMarket();
  const live =
    kind === 'query'
      ? { inspect_serp: { ...market, query: name }, inspect_keyword: { ...market, keyword: name } }
      : { inspect_page: { ...market, url: name } };
  const calls = {
    ...(data && isLive(data) && live),
    ...(kind === 'page' && { audit_site: { domain: site, urls: [name] } }),
  };
  return Object.entries(calls).map(([tool, args]) => (
    <ToolLink key={tool} {...{ tool, args }} {...(tool === 'audit_site' && { label: 'Audit this page' })} />
  ));
}

function Trend({ view: { asked, ...view } }: { readonly view: View }) {
  const { compare: _, ...days } = asked;
  const { data } = useQuery(sliceOf({ ...view, asked: days }, 'date'));
  if (!data || data.rows.length < 2) return null;
  return (
    <Panel title="By day">
      <LineChart
        label="Clicks and position by day"
        site={view.site}
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

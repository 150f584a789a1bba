import { Badge, Group, Modal, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import type { ImportEntry, OwnSite } from '../../api/schema.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ago, dayName, number, percent } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { CheckIcon, UploadIcon } from '../../parts/icons.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadingBox, QueryState } from '../../parts/states.tsx';
import { Hint, Note, QuietButton, SmallButton } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { useParameter } from '../../router.tsx';
import { ImportList } from './import-list.tsx';
import { Opportunities } from './opportunities.tsx';
import { SiteChart } from './site-chart.tsx';
import { SiteIndex, SiteLinks, SiteTracked } from './site-more.tsx';
import { SiteNames } from './site-names.tsx';
import type { Period, Subject } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

const SiteWhy = lazy(async () => ({ default: (await import('./site-why.tsx')).SiteWhy }));
const SitePanel = lazy(async () => ({ default: (await import('./site-panel.tsx')).SitePanel }));

interface SitePageProps {
  readonly site: string;
  readonly imports: readonly ImportEntry[];
  readonly onAdd: () => void;
}

const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '91', label: 'Last 3 months' },
  { value: '182', label: 'Last 6 months' },
  { value: '364', label: 'Last 12 months' },
  { value: '480', label: 'Last 16 months' },
];
const comparisons = [
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Previous year' },
  { value: 'none', label: 'No comparison' },
];
const dayMs = 86_400_000;

const isUnknown = (error: unknown) => error instanceof Problem && error.status === 404;

/** One site as its owner sees it in Search Console, with what to do about it. */
export function SitePage({ site, imports, onAdd }: SitePageProps) {
  const own = useQuery({
    ...queries.ownSite(site),
    // Of a site whose rows are still coming in.
    refetchInterval: ({ state }) => (isUnknown(state.error) ? 15_000 : false),
  });
  const connection = useQuery(queries.searchConsole);
  const [days, setDays] = useParameter('days', '28');
  const [compare, setCompare] = useParameter('compare', 'previous_period');
  const property = connection.data?.properties.find((each) => each.site === site && each.last_day !== null);
  // Totals are there with the choice of a property; what the tools say follows with its rows.
  const isEarly = isUnknown(own.error);
  const period = periodOf(property?.last_day ?? null, Number(days), compare);
  return (
    <Page
      title={readableDomain(site)}
      isWide
      actions={
        <>
          {property ? (
            <Choice size="xs" aria-label="Period" data={spans} value={days} onChange={setDays} />
          ) : null}
          <Choice
            size="xs"
            aria-label="Compare with"
            data={property ? comparisons : comparisons.filter(({ value }) => value !== 'previous_year')}
            value={compare}
            onChange={setCompare}
          />
          <SmallButton
            leftSection={property ? <CheckIcon size={14} /> : <UploadIcon size={14} />}
            onClick={onAdd}
          >
            {property ? 'Connected' : 'Add export'}
          </SmallButton>
          <LinkButton size="xs" href={explorerLink('audit_site', { domain: site })}>
            Audit site
          </LinkButton>
        </>
      }
    >
      {isEarly && property ? (
        <EarlyFigures {...{ site, period }} />
      ) : (
        <QueryState query={own} loading={<LoadingBox height={420} />}>
          {(data) => <Figures {...{ data, period, imports }} />}
        </QueryState>
      )}
    </Page>
  );
}

/** Undefined days where a file has its own. */
function periodOf(last: string | null, days: number, compare: string): Period {
  const against = compare === 'none' ? {} : { compare };
  if (last === null) return { isConnected: false, ...against };
  const from = new Date(Date.parse(last) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { isConnected: true, from, to: last, ...against };
}

/** A site whose rows are still coming in. */
function EarlyFigures({ site, period }: { readonly site: string; readonly period: Period }) {
  return (
    <>
      <Note>{daysText(period)}</Note>
      <SiteChart site={site} period={period} />
      <Hint role="status">Queries, pages and opportunities follow in a few minutes, newest days first.</Hint>
    </>
  );
}

interface FiguresProps {
  readonly data: OwnSite;
  readonly period: Period;
  readonly imports: readonly ImportEntry[];
}

function Figures({ data, period, imports }: FiguresProps) {
  const { site } = data;
  const [tab, setTab] = useParameter('tab', 'opportunities');
  const [opened, setOpened] = useParameter('open', '');
  const open = subjectOf(opened);
  const setOpen = ({ kind, name }: Subject) => setOpened(`${kind}:${name}`);
  const found = Object.values(data.opportunity_counts).reduce((sum, count) => sum + count, 0);
  const slice = (name: Subject['kind'] | 'country' | 'device') => (
    <SiteTable key={name} dimension={name} {...{ site, period }} onOpen={setOpen} />
  );
  return (
    <>
      <Scope data={data} period={period} />
      <SiteChart site={site} period={period} />
      <Tabs value={tab} onChange={(name) => setTab(name ?? 'opportunities')} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="opportunities">Opportunities {number(found)}</Tabs.Tab>
          <Tabs.Tab value="why">Why</Tabs.Tab>
          <Tabs.Tab value="queries">Queries</Tabs.Tab>
          <Tabs.Tab value="pages">Pages</Tabs.Tab>
          <Tabs.Tab value="countries">Countries</Tabs.Tab>
          <Tabs.Tab value="devices">Devices</Tabs.Tab>
          {data.index_status ? <Tabs.Tab value="index">Index status</Tabs.Tab> : null}
          <Tabs.Tab value="links">Links</Tabs.Tab>
          <Tabs.Tab value="tracked">Tracked</Tabs.Tab>
          <Tabs.Tab value="imports">Imports</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="opportunities">
          <Opportunities site={data} onOpen={setOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="why">
          <Suspense fallback={<LoadingBox height={300} />}>
            <SiteWhy {...{ site, period }} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="queries">{slice('query')}</Tabs.Panel>
        <Tabs.Panel value="pages">{slice('page')}</Tabs.Panel>
        <Tabs.Panel value="countries">{slice('country')}</Tabs.Panel>
        <Tabs.Panel value="devices">{slice('device')}</Tabs.Panel>
        <Tabs.Panel value="index">
          {data.index_status ? <SiteIndex site={site} status={data.index_status} onOpen={setOpen} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <SiteLinks site={site} />
        </Tabs.Panel>
        <Tabs.Panel value="tracked">
          <SiteTracked site={site} />
        </Tabs.Panel>
        <Tabs.Panel value="imports">
          <ImportList imports={imports.filter((entry) => entry.site === site)} onUndone={() => {}} />
        </Tabs.Panel>
      </Tabs>
      <Suspense fallback={null}>
        {open ? (
          <SitePanel key={open.name} {...{ data, period }} subject={open} onClose={() => setOpened('')} />
        ) : null}
      </Suspense>
    </>
  );
}

/** What the address says is open, such as `query:trail shoes`. */
function subjectOf(opened: string): Subject | undefined {
  const [, kind, name] = /^(query|page):(.+)$/u.exec(opened) ?? [];
  return name && (kind === 'query' || kind === 'page') ? { kind, name } : undefined;
}

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
    ...(type === 'web' ? [] : [`${type} search`]),
    ...filters.map(({ dimension, operator, value }) => `${dimension} ${filterWords[operator]} ${value}`),
    ...(rows === 'all' ? [] : [`list ${rows}`]),
  ];
}

const oldDays = 60;

function daysText({ from, to }: Pick<OwnSite, 'from' | 'to'> | Period): string {
  if (!(from && to)) return 'Period unknown';
  const age = Date.now() - Date.parse(to) > oldDays * dayMs ? `, ${ago(to)}` : '';
  return `${dayName(from)} – ${dayName(to)}, ${to.slice(0, 4)}${age}`;
}

/** What the figures below are of, in one line; a part of the site stands out. */
function Scope({ data, period }: Omit<FiguresProps, 'imports'>) {
  const [isNaming, setNaming] = useState(false);
  const { scope, brand, clicks } = data;
  const limits = limitsOf(scope);
  return (
    <Group gap={8}>
      <Group gap={8} role="list" aria-label="What the figures are of">
        <Note role="listitem">{daysText(period.isConnected ? period : data)}</Note>
        {scope.countries === 'all' ? (
          <Badge color="gray" role="listitem">
            All countries
          </Badge>
        ) : null}
        {limits.map((limit) => (
          <Badge key={limit} color="yellow" role="listitem">
            <bdi>{limit}</bdi>
          </Badge>
        ))}
        <Note role="listitem">
          Branded clicks: {number(brand.clicks)}
          {clicks > 0 ? ` (${percent(brand.clicks / clicks)})` : ''}
        </Note>
      </Group>
      <QuietButton onClick={() => setNaming(true)}>Edit names</QuietButton>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title="Names" size="lg">
        <SiteNames key={`${data.own_names} ${data.other_names}`} site={data} />
      </Modal>
    </Group>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import type { ImportEntry, OwnSite } from '../../api/schema.ts';
import { shareSite } from '../../api/workspace.ts';
import { number } from '../../format.ts';
import { AuditNow } from '../../parts/audit-now.tsx';
import { CheckIcon, UploadIcon } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';
import { LoadingBox, Page, QueryState } from '../../parts/page.tsx';
import { type Panel, Panels } from '../../parts/panels.tsx';
import { Hint, Note, SmallButton } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { useParameter } from '../../router.tsx';
import { Opportunities } from './opportunities.tsx';
import { SiteChart } from './site-chart.tsx';
import { hasQueries, PeriodControls, periodOf, spanOf } from './site-period.tsx';
import { daysText, Scope } from './site-scope.tsx';
import { bothFilters, type Period, periodQuery, type Subject } from './site-slices.ts';
import { SiteTable } from './site-table.tsx';

const ImportList = later(async () => (await import('./import-list.tsx')).ImportList, 300);
const SiteIndex = later(async () => (await import('./site-more.tsx')).SiteIndex, 300);
const SiteLinks = later(async () => (await import('./site-more.tsx')).SiteLinks);
const SiteTracked = later(async () => (await import('./site-more.tsx')).SiteTracked, 300);
const SiteWhy = later(async () => (await import('./site-why.tsx')).SiteWhy, 300);
const ShareDialog = later(async () => (await import('../../parts/share-dialog.tsx')).ShareDialog);
const SitePanel = later(async () => (await import('./site-panel.tsx')).SitePanel);

interface SitePageProps {
  readonly site: string;
  readonly imports: readonly ImportEntry[];
  readonly onAdd: () => void;
}

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
  const [filter, setFilter] = useParameter('only', '');
  const [type, setType] = useParameter('search', 'web');
  const property = connection.data?.properties.find((each) => each.site === site && each.last_day !== null);
  // Totals are there with the choice of a property; what the tools say follows with its rows.
  const isEarly = isUnknown(own.error);
  const period = periodOf(property?.last_day ?? null, { days, compare, filter, type });
  const [isSharing, setSharing] = useState(false);
  const pick = (from = '', to = '') => setDays(spanOf(from, to, days));
  return (
    <Page
      title={readableDomain(site)}
      isWide
      actions={
        <>
          <PeriodControls
            {...{ site, period, days, compare }}
            onDays={setDays}
            onCompare={setCompare}
            onType={setType}
          />
          <SmallButton
            leftSection={property ? <CheckIcon size={14} /> : <UploadIcon size={14} />}
            onClick={onAdd}
          >
            {property ? 'Connected' : 'Add export'}
          </SmallButton>
          <SmallButton onClick={() => setSharing(true)}>Share</SmallButton>
          <AuditNow site={site} label="Audit site" size="xs" />
        </>
      }
    >
      {isEarly && property ? (
        <EarlyFigures {...{ site, period }} />
      ) : (
        <QueryState query={own} loading={<LoadingBox height={420} />}>
          {(data) => (
            <Figures
              {...{ data, period, imports }}
              onPick={pick}
              onAll={() => setDays('28')}
              onFilter={setFilter}
            />
          )}
        </QueryState>
      )}
      {isSharing ? (
        <ShareDialog
          title="Share this site"
          make={(days, key) => shareSite(site, { days, ...periodQuery(period) }, key)}
          isSame={(share) => share.site === site}
          onClose={() => setSharing(false)}
        >
          Anyone with the link can read a report of these figures as they are now, without an account: days,
          queries, pages, countries, devices and opportunities.
        </ShareDialog>
      ) : null}
    </Page>
  );
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
  /** Looks at other days. */
  readonly onPick: (from: string | undefined, to: string | undefined) => void;
  /** Looks at the usual days again. */
  readonly onAll: () => void;
  /** Narrows every figure to a part of the site. */
  readonly onFilter: (filter: string) => void;
}

const slices = {
  queries: 'query',
  pages: 'page',
  countries: 'country',
  devices: 'device',
  dates: 'date',
  search_appearance: 'appearance',
} as const;

function Figures({ data, period, imports, onPick, onAll, onFilter }: FiguresProps) {
  const { site, index_status: status } = data;
  const [opened, setOpened] = useParameter('open', '');
  const open = subjectOf(opened);
  const setOpen = ({ kind, name }: Subject) => setOpened(`${kind}:${name}`);
  const found = Object.values(data.opportunity_counts).reduce((sum, count) => sum + count, 0);
  const tables = Object.entries(slices).flatMap(([name, dimension]): Panel[] => {
    if (dimension === 'query' && !hasQueries(period)) return [];
    // Exports hold it; a connection fetches none.
    if (dimension === 'appearance' && period.isConnected) return [];
    const narrow = { onOnly: (only: string) => onFilter(bothFilters(period.filter, only)) };
    const rest = period.isConnected ? narrow : {};
    return [
      [name, () => <SiteTable key={name} {...{ site, period, dimension, ...rest }} onOpen={setOpen} />],
    ];
  });
  const own = imports.filter((entry) => entry.site === site);
  const ofWeb: readonly Panel[] = [
    ['opportunities', () => <Opportunities site={data} onOpen={setOpen} />, `Opportunities ${number(found)}`],
    ['why', () => <SiteWhy {...{ site, period }} />],
  ];
  const panels: readonly Panel[] = [
    // Of another kind of search nothing is advised and nothing explained.
    ...(period.search_type ? [] : ofWeb),
    ...tables,
    ...(status
      ? [['index', () => <SiteIndex {...{ site, status }} onOpen={setOpen} />, 'Index status'] as const]
      : []),
    ['links', () => <SiteLinks site={site} />],
    ['tracked', () => <SiteTracked site={site} />],
    ['imports', () => <ImportList imports={own} onUndone={() => {}} />],
  ];
  return (
    <>
      <Scope {...{ data, period, onAll, onFilter }} />
      <SiteChart site={site} period={period} {...(period.isConnected && { onPick })} />
      <Panels panels={panels} mb="sm" />
      {open ? (
        <SitePanel key={open.name} {...{ data, period }} subject={open} onClose={() => setOpened('')} />
      ) : null}
    </>
  );
}

/** What the address says is open, such as `query:trail shoes`. */
function subjectOf(opened: string): Subject | undefined {
  const [, kind, name] = /^(query|page):(.+)$/u.exec(opened) ?? [];
  return name && (kind === 'query' || kind === 'page') ? { kind, name } : undefined;
}

import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import type { OwnSite } from '../../api/schema.ts';
import { shareSite } from '../../api/workspace.ts';
import { number } from '../../format.ts';
import { AuditNow } from '../../parts/audit-now.tsx';
import { Opener } from '../../parts/form.tsx';
import { CheckIcon, UploadIcon } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';
import { LoadingBox, Page, QueryState } from '../../parts/page.tsx';
import { type Panel, Panels } from '../../parts/panels.tsx';
import { Hint, Note, SmallButton } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Opportunities } from './opportunities.tsx';
import { SiteChart } from './site-chart.tsx';
import { PeriodControls, useView } from './site-period.tsx';
import { daysText, Scope } from './site-scope.tsx';
import { type Dimension, dimensions, isKeptWith, useSubject, type View } from './site-slices.ts';
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
  readonly onAdd: () => void;
}

const isUnknown = (error: unknown) => error instanceof Problem && error.status === 404;

/** One site as its owner sees it in Search Console, with what to do about it. */
export function SitePage({ site, onAdd }: SitePageProps) {
  const own = useQuery({
    ...queries.ownSite(site),
    // Of a site whose rows are still coming in.
    refetchInterval: ({ state }) => (isUnknown(state.error) ? 15_000 : false),
  });
  const { data: connection } = useQuery(queries.searchConsole);
  const last = connection?.properties.find((each) => each.site === site && each.last_day)?.last_day;
  const view = useView(site, last ?? undefined);
  return (
    <Page
      title={readableDomain(site)}
      isWide
      actions={
        <>
          <PeriodControls view={view} />
          <SmallButton
            leftSection={last ? <CheckIcon size={14} /> : <UploadIcon size={14} />}
            onClick={onAdd}
          >
            {last ? 'Connected' : 'Add export'}
          </SmallButton>
          <Share view={view} />
          <AuditNow site={site} label="Audit site" size="xs" miw={168} />
        </>
      }
    >
      {isUnknown(own.error) && last ? (
        // Totals are there with the choice of a property; what the tools say follows with its rows.
        <>
          <Note>{daysText(view.asked)}</Note>
          <SiteChart view={view} />
          <Hint role="status">
            Queries, pages and opportunities follow in a few minutes, newest days first.
          </Hint>
        </>
      ) : (
        <QueryState query={own} loading={<LoadingBox height={420} />}>
          {(data) => <Figures {...{ data, view }} />}
        </QueryState>
      )}
    </Page>
  );
}

interface ViewProps {
  readonly view: View;
}

function Share({ view: { site, asked } }: ViewProps) {
  return (
    <Opener
      opens={(onClose) => (
        <ShareDialog
          title="Share this site"
          make={(days, key) => shareSite(site, { days, ...asked }, key)}
          isSame={(share) => share.site === site}
          onClose={onClose}
        >
          Anyone with the link can read a report of these figures as they are now, without an account: days,
          queries, pages, countries, devices and opportunities.
        </ShareDialog>
      )}
    >
      Share
    </Opener>
  );
}

interface FiguresProps extends ViewProps {
  readonly data: OwnSite;
}

function Figures({ data, view }: FiguresProps) {
  const { site, index_status: status, opportunity_counts: counts } = data;
  const { subject, open } = useSubject();
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const panels: readonly Panel[] = [
    // Of another kind of search nothing is advised and nothing explained.
    ...(view.asked.search_type ? [] : ofWeb(data, view, found)),
    ...tablesOf(view),
    ...(status ? [['index', () => <SiteIndex {...{ site, status }} />, 'Index status'] as const] : []),
    ['links', () => <SiteLinks site={site} />],
    ['tracked', () => <SiteTracked site={site} />],
    ['imports', () => <ImportList site={site} />],
  ];
  return (
    <>
      <Scope {...{ data, view }} />
      <SiteChart view={view} />
      <Panels panels={panels} mb="sm" />
      {subject ? (
        <SitePanel key={subject.name} {...{ data, view, subject }} onClose={() => open(undefined)} />
      ) : null}
    </>
  );
}

const ofWeb = (data: OwnSite, view: View, found: number): readonly Panel[] => [
  ['opportunities', () => <Opportunities site={data} />, `Opportunities ${number(found)}`],
  ['why', () => <SiteWhy view={view} />],
];

/** What Google does not tell of a kind of search. */
const untold: Readonly<Record<string, readonly Dimension[]>> = {
  discover: ['query', 'device'],
  googleNews: ['query', 'appearance'],
};

function tablesOf(view: View): readonly Panel[] {
  const { search_type: type = '', filter } = view.asked;
  const names: readonly Dimension[] = ['query', 'page', 'country', 'device', 'date', 'appearance'];
  const told = names.filter((name) => !untold[type]?.includes(name) && isKeptWith(filter, name));
  return told.map((dimension): Panel => {
    const [, all] = dimensions[dimension];
    const draw = () => <SiteTable key={dimension} {...{ view, dimension }} />;
    return [all.toLowerCase().replace(' ', '_'), draw];
  });
}

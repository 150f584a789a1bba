import { Anchor, Badge, Group, SimpleGrid } from '@mantine/core';
import { number, percent } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import type { CellValue } from '../grid/sheet.ts';
import { Hint, Note } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import { Domain } from './cells.tsx';
import { CompetitorMap } from './drawings.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, type DataProps, flag, num, part, rows, text, texts } from './read.ts';
import { type Columns, columnsOf, List, pageColumn } from './table.tsx';

/** Who links here. */
export function BacklinksPicture({ data }: DataProps) {
  const scale = num(data, 'authority.rank_scale');
  return (
    <>
      <Figures
        figures={[
          { label: 'Backlinks', value: number(num(data, 'profile.backlinks')) },
          { label: 'Referring domains', value: number(num(data, 'profile.referring_domains')) },
          {
            label: 'Lost',
            value: number(num(data, 'profile.lost_backlinks')),
            note: `${number(num(data, 'profile.lost_main_domains'))} domains no longer link`,
          },
          { label: 'Followed', value: percent(num(data, 'profile.dofollow_share')) },
          {
            label: 'Domain rank',
            value: number(num(data, 'authority.domain_rank')),
            note: scale === null ? undefined : `of ${number(scale)}`,
          },
        ]}
      />
      <GraphAuthority data={data} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <List
          of={data}
          at="referring_domains"
          title="Referring domains"
          columns={['domain', ...ratingOf(rows(data, 'referring_domains')), lostColumn]}
          dataset="referring-domains"
        />
        <List of={data} at="anchors" title="Anchors" columns={['anchor', 'backlinks']} dataset="anchors" />
        <List of={data} at="backlinks" title="Backlinks" columns={linkColumns} dataset="backlinks" />
        <List of={data} at="profile.months" title="Gained and lost" columns={monthColumns} />
        <LinkChanges data={data} />
      </SimpleGrid>
    </>
  );
}

const linkColumns: Columns = [
  pageColumn(undefined, 'From', 'url_from'),
  pageColumn(undefined, 'To', 'url_to'),
  { header: 'Link text', value: 'anchor' },
  'clicks',
  'impressions',
];
const monthColumns: Columns = [
  { header: 'Month', value: 'month' },
  { header: 'Gained', value: 'gained', as: 'number' },
  { header: 'Lost', value: 'lost', as: 'number' },
];
/** When the last link of a domain went, and why. */
const lostColumn: Column = {
  header: 'Lost',
  value: (row) => [text(row, 'lost_at'), text(row, 'lost_reason')].filter(Boolean).join(', '),
  isQuiet: true,
};

/** What rows are rated by: a place in the web graph has no rank, no spam score and no count. */
function ratingOf(list: readonly Data[]) {
  const isOfGraph = list.some((row) => num(row, 'position') !== null);
  return isOfGraph ? (['place'] as const) : (['backlinks', 'rank', 'spam'] as const);
}

/** Referring domains that only one of two releases has; nothing where none are compared. */
function LinkChanges({ data }: DataProps) {
  const against = text(data, 'changes.against');
  if (against === '') return null;
  const look = { of: data, columns: ['domain', 'place'], empty: 'None.' } as const;
  const gone = `In ${against} only: gone, or not crawled since.`;
  return (
    <>
      <List {...look} at="changes.new" title="New" note={`Not in ${against}.`} />
      <List {...look} at="changes.not_seen" title="No longer seen" note={gone} />
    </>
  );
}

/** A domain's place in the open web graph, with the releases before; nothing where the graph does not have it. */
export function GraphAuthority({ data }: DataProps) {
  const of = 'authority.web_graph';
  const figure = (member: string) => num(data, `${of}.${member}`);
  const trend = rows(data, `${of}.trend`);
  const percentile = figure('percentile');
  if (figure('position') === null) return null;
  return (
    <Panel title="Authority in the open web graph">
      <Figures
        figures={[
          {
            label: 'Rank by centrality',
            value: number(figure('position')),
            note: percentile === null ? undefined : `ahead of ${percentile}% of ${number(figure('of'))}`,
          },
          { label: 'Place by PageRank', value: number(figure('pagerank_position')) },
          { label: 'Domains that link to it', value: number(figure('referring_domains')) },
          { label: 'Domains it links to', value: number(figure('linked_domains')) },
        ]}
      />
      {trend.length === 0 ? null : (
        <Grid isPlain label="Releases" rows={[part(data, of), ...trend]} columns={releaseColumns} />
      )}
      <Note mt="xs">
        Domain rankings and links from the{' '}
        <Anchor href="https://commoncrawl.org/web-graphs" size="xs">
          Common Crawl Web Graph
        </Anchor>
        , release {text(data, `${of}.release`)}. A link is any reference that a crawl saw, also to images and
        scripts.
      </Note>
    </Panel>
  );
}

const releaseColumns = columnsOf([
  { header: 'Release', value: 'release' },
  { header: 'Place', value: 'position', as: 'number' },
  'referrers',
]);

/** Who links to competitors and not here. */
export function BacklinkGapPicture({ data }: DataProps) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const [spam, known] = [num(data, 'filtered.spam'), num(data, 'filtered.links_to_target')];
  const toAll = gaps.filter((gap) => num(gap, 'competitors_linked') === competitors.length).length;
  if (gaps.length === 0 && spam === 0 && known === 0)
    return <Hint>No links to these competitors are known. Try others.</Hint>;
  return (
    <>
      <Figures
        figures={[
          { label: 'Worth asking', value: number(gaps.length), note: 'link to competitors only' },
          ...(competitors.length > 1
            ? [{ label: 'Link to all of them', value: number(toAll), note: 'most likely to link here too' }]
            : []),
          { label: 'Left out as spam', value: number(spam) },
          { label: 'Link here already', value: number(known) },
        ]}
      />
      <List
        of={data}
        at="gaps"
        title="Domains that link to competitors only"
        columns={[
          'referringDomain',
          ...ratingOf(gaps).filter((name) => name !== 'backlinks'),
          ...rivalColumns(competitors, linksOf),
        ]}
        dataset="backlink-gaps"
        empty="Every site that links to these competitors links here too. Try other competitors."
      />
    </>
  );
}

/** From this many competitors on, their columns are narrow. */
export const crowd = 4;

/** A column for each competitor. */
export function rivalColumns<Value extends CellValue>(
  rivals: readonly string[],
  valueFor: (row: Data, rival: string) => Value,
) {
  return rivals.map((title) => ({
    header: readableDomain(title),
    title,
    as: 'number' as const,
    isNarrow: rivals.length > crowd,
    value: (row: Data) => valueFor(row, title),
  }));
}

/** Links to a competitor; the web graph knows that there is a link, not how many. */
function linksOf(row: Data, rival: string) {
  const found = rows(row, 'links').find((entry) => text(entry, 'competitor') === rival);
  return found ? (num(found, 'backlinks') ?? 'links') : null;
}

/** Who competes, and how much they have in common. */
export function CompetitorsPicture({ data }: DataProps) {
  const list = rows(data, 'competitors');
  const isByLinks = list.some((row) => text(row, 'basis') === 'links');
  return (
    <>
      {isByLinks ? (
        <List
          of={data}
          at="competitors"
          title="Linked by the same domains"
          note="No shared keywords are known. Shared links in the Common Crawl Web Graph suggest rivals but do not prove them."
          columns={[competitorColumn, sharedReferrers, 'place', 'relevance']}
        />
      ) : (
        <>
          <List of={data} at="competitors" title="Competitors" {...competitorLook} />
          <CompetitorMap list={list} />
        </>
      )}
      <List of={data} at="excluded" title="Left out" columns={[competitorColumn, reasonColumn]} />
    </>
  );
}

const competitorColumn: Column = {
  header: 'Domain',
  value: 'competitor',
  cell: (row) => (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      <Domain>{text(row, 'competitor')}</Domain>
      {flag(row, 'is_giant') ? (
        <Badge color="gray" title="A very large site" flex="none">
          large
        </Badge>
      ) : null}
    </Group>
  ),
};
const sharedReferrers: Column = {
  header: 'Referring domains in common',
  value: 'shared_referrers',
  as: 'number',
};
const reasonColumn: Column = { header: 'Reason', value: 'reason' };

/** Competitors by shared keywords as a table. */
export const competitorLook = {
  columns: [
    competitorColumn,
    { header: 'Shared keywords', value: 'shared_keywords', as: 'number' },
    { header: 'Average position', value: 'avg_position', as: 'decimal', isMinor: true },
    { header: 'Keywords', value: 'organic_keywords', as: 'number', isMinor: true },
    'visits',
    'relevance',
  ],
  dataset: 'competitors',
  empty: 'No other domain has enough in common.',
} as const satisfies Partial<Parameters<typeof List>[0]>;

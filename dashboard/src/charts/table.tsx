import type { RowData } from '@tanstack/react-table';
import { number, percent, unknown } from '../format.ts';
import type { Column, Look } from '../grid/column.ts';
import { Grid, type GridProps } from '../grid/grid.tsx';
import { BarList, type BarRow } from '../parts/bar-list.tsx';
import { Hint } from '../parts/text.tsx';
import {
  Address,
  Difficulty,
  Domain,
  Intent,
  Keyword,
  Measure,
  Position,
  PositionChange,
  Strong,
} from './cells.tsx';
import { Panel } from './figures.tsx';
import { type Data, num, part, rows, text } from './read.ts';
import { Sparkline } from './sparkline.tsx';

/** What Search Console counts of a row of the account's own site; of others there is nothing to show. */
const own = (header: string, member: string, as: Look): Column => ({
  header,
  value: (row) => num(part(row, 'own'), member),
  as,
  isQuiet: true,
});

const domain = (member: string): Column => ({
  header: 'Domain',
  value: member,
  cell: (row) => <Domain name={text(row, member)} />,
});

/** Where a site stands for the keyword of the row, with what changed since an earlier answer. */
export const position = (header: string, member: string): Column => ({
  header,
  value: member,
  cell: (row) => (
    <>
      <PositionChange of={text(row, 'keyword')} />
      <Position value={num(row, member)} />
    </>
  ),
  as: 'number',
});

/** Visits a month, by either of the names that tools give them. */
export const visitsOf = (row: Data) =>
  num(row, 'estimated_traffic') ?? num(row, 'estimated_organic_traffic_per_month');

/** Monthly volumes, oldest first. */
const trendOf = (row: Data) =>
  rows(row, 'trend')
    .toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')))
    .map((month) => num(month, 'volume'));

/** The columns that lists of answers have in common. */
const columns = {
  keyword: { header: 'Keyword', value: 'keyword', cell: (row) => <Keyword>{text(row, 'keyword')}</Keyword> },
  clicks: own('Clicks', 'clicks', 'number'),
  impressions: own('Impressions', 'impressions', 'number'),
  ctr: own('CTR', 'ctr', 'percent'),
  average: own('Avg. position', 'average_position', 'decimal'),
  intent: {
    header: 'Intent',
    value: 'intent',
    cell: (row) => <Intent name={text(row, 'intent')} />,
    isMinor: true,
  },
  searches: { header: 'Searches a month', value: 'monthly_volume', as: 'number' },
  cpc: { header: 'CPC', value: 'cpc_usd', as: 'money', isMinor: true },
  difficulty: {
    header: 'Difficulty',
    value: 'difficulty',
    cell: (row) => <Difficulty value={num(row, 'difficulty')} />,
    as: 'number',
  },
  trend: {
    header: 'Trend',
    width: 120,
    value: (row) => trendOf(row).at(-1) ?? null,
    cell: (row) => <Sparkline values={trendOf(row)} />,
    isMinor: true,
  },
  position: position('Position', 'position'),
  visits: { header: 'Visits a month', value: visitsOf, as: 'short', isMinor: true },
  keywords: { header: 'Keywords', value: 'organic_keywords', as: 'number' },
  seen: { header: 'Seen', width: 120, value: 'observed_at', as: 'ago', isMinor: true },
  domain: domain('domain'),
  referringDomain: domain('referring_domain'),
  /** Place of a row in the graph, where rows are from there. */
  place: { header: 'Place in the web', value: 'position', as: 'number' },
  referrers: { header: 'Referring domains', value: 'referring_domains', as: 'number' },
  backlinks: { header: 'Backlinks', value: 'backlinks', as: 'number' },
  rank: { header: 'Rank', value: 'domain_rank', as: 'number' },
  spam: { header: 'Spam score', value: 'spam_score', as: 'number', isMinor: true },
  anchor: {
    header: 'Link text',
    value: 'anchor',
    cell: (row) => <Strong>{text(row, 'anchor') || unknown}</Strong>,
  },
  relevance: {
    header: 'Relevance',
    value: 'relevance',
    cell: (row) => (
      <Measure value={num(row, 'relevance')} max={1}>
        {percent(num(row, 'relevance'))}
      </Measure>
    ),
    as: 'number',
  },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof columns;

/** Columns by their names, and such as one list alone has. */
export function columnsOf(...list: readonly (ColumnName | Column)[]): readonly Column[] {
  return list.map((one) => (typeof one === 'string' ? columns[one] : one));
}

/** What Search Console counts, column by column. */
export const ownNames = ['clicks', 'impressions', 'ctr', 'average'] as const;
/** What every list of keywords shows. */
export const keywordNames = ['keyword', ...ownNames, 'intent', 'searches', 'cpc'] as const;

/** Searches a month with a bar. */
export function volumeColumn(list: readonly Data[]): Column {
  const most = Math.max(1, ...list.map((row) => num(row, 'monthly_volume') ?? 0));
  const cell = (row: Data) => (
    <Measure value={num(row, 'monthly_volume')} max={most}>
      {number(num(row, 'monthly_volume'))}
    </Measure>
  );
  return { ...columns.searches, cell };
}

/** The page that a row is about. */
export function pageColumn(site?: string, header = 'Page', member = 'url'): Column {
  return {
    header,
    value: member,
    cell: (row) => (text(row, member) ? <Address url={text(row, member)} site={site} /> : unknown),
  };
}

interface TableProps<Row extends RowData> extends Omit<GridProps<Row>, 'label'> {
  readonly title: string;
  readonly note?: string;
  /** Said in place of a table without rows; without it there is nothing then. */
  readonly empty?: string;
}

/** A list of an answer under its heading. */
export function Table<Row extends RowData>({ title, note, empty, ...grid }: TableProps<Row>) {
  if (grid.rows.length === 0 && empty === undefined) return null;
  return (
    <Panel title={title} {...(note && { note })}>
      {grid.rows.length === 0 ? <Hint>{empty}</Hint> : <Grid label={title} {...grid} />}
    </Panel>
  );
}

interface CountsProps {
  readonly title: string;
  readonly rows: readonly (Omit<BarRow, 'text'> & Partial<Pick<BarRow, 'text'>>)[];
  readonly max?: number;
}

/** Counts of a few kinds as bars; nothing where there are none. */
export function Counts({ title, rows: list, max }: CountsProps) {
  if (list.length === 0) return null;
  return (
    <Panel title={title}>
      <BarList
        rows={list.map((row) => ({ text: number(row.value), ...row }))}
        {...(max !== undefined && { max: Math.max(1, max) })}
      />
    </Panel>
  );
}

/** Colors of positions from the best to the farthest, then of what was not found. */
export const bandColors = ['glass-6', 'indigo-5', 'cyan-6', 'gray-5', 'gray-4'].map(
  (name) => `var(--mantine-color-${name})`,
);

import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ago, dayName, number, percent, unknown } from '../format.ts';
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
import { type Data, num, rows, text } from './read.ts';
import { Sparkline } from './sparkline.tsx';

/** What Search Console counts of a row of the account's own site; of others there is nothing to show. */
const own = (header: string, member: string, as: Look): Column => ({
  header,
  value: (row) => num(row, `own.${member}`),
  as,
  isQuiet: true,
});

/** A column of names that are more than text. */
const named = (header: string, member: string, drawn: (name: string) => ReactNode): Column => ({
  header,
  value: member,
  cell: (row) => (text(row, member) ? drawn(text(row, member)) : unknown),
});

const domainNamed = (name: string) => <Domain>{name}</Domain>;

/** A column of numbers that are drawn. */
export const rated = (
  header: string,
  member: string,
  drawn: (value: number | null) => ReactNode,
): Column => ({
  header,
  value: member,
  cell: (row) => drawn(num(row, member)),
  as: 'number',
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

/** A short head, so that more columns have room; the whole is on hover. */
const searches = { header: 'Volume', title: 'Searches a month' };

/** The columns that lists of answers have in common. */
const columns = {
  keyword: named('Keyword', 'keyword', (name) => <Keyword>{name}</Keyword>),
  clicks: own('Clicks', 'clicks', 'number'),
  impressions: own('Impressions', 'impressions', 'number'),
  ctr: own('CTR', 'ctr', 'percent'),
  average: own('Avg. position', 'average_position', 'decimal'),
  intent: { ...named('Intent', 'intent', (name) => <Intent>{name}</Intent>), isMinor: true },
  searches: { ...searches, value: 'monthly_volume', as: 'number' },
  cpc: { header: 'CPC', value: 'cpc_usd', as: 'money', isMinor: true },
  difficulty: rated('Difficulty', 'difficulty', (value) => <Difficulty value={value} />),
  trend: {
    header: 'Trend',
    width: 120,
    value: (row) => trendOf(row).at(-1) ?? null,
    cell: (row) => <Sparkline values={trendOf(row)} />,
    isMinor: true,
  },
  position: position('Position', 'position'),
  visits: { header: 'Visits a month', value: visitsOf, as: 'whole', isMinor: true },
  keywords: { header: 'Keywords', value: 'organic_keywords', as: 'number' },
  seen: {
    header: 'Seen',
    value: (row) => text(row, 'observed_at') || text(row, 'file_date') || null,
    cell: (row) => {
      const [at, file] = [text(row, 'observed_at'), text(row, 'file_date')];
      if (file !== '') return `Undated; file of ${dayName(file)}`;
      return at === '' ? unknown : ago(at);
    },
    isMinor: true,
  },
  domain: named('Domain', 'domain', domainNamed),
  referringDomain: named('Domain', 'referring_domain', domainNamed),
  /** Place of a row in the graph, where rows are from there. */
  place: { header: 'Place in the web', value: 'position', as: 'number' },
  referrers: { header: 'Referring domains', value: 'referring_domains', as: 'number' },
  backlinks: { header: 'Backlinks', value: 'backlinks', as: 'number' },
  rank: { header: 'Rank', value: 'domain_rank', as: 'number' },
  spam: { header: 'Spam score', value: 'spam_score', as: 'number', isMinor: true },
  anchor: named('Link text', 'anchor', (name) => <Strong>{name}</Strong>),
  relevance: rated('Relevance', 'relevance', (value) => (
    <Measure value={value} max={1}>
      {percent(value)}
    </Measure>
  )),
} as const satisfies Readonly<Record<string, Column>>;

/** Columns by their names, and such as one list alone has. */
export type Columns = readonly (keyof typeof columns | Column)[];

export function columnsOf(list: Columns): readonly Column[] {
  return list.map((one) => (typeof one === 'string' ? columns[one] : one));
}

/** What Search Console counts, column by column. */
export const ownNames = ['clicks', 'impressions', 'ctr', 'average'] as const;
/** What every list of keywords shows. */
export const keywordNames = ['keyword', ...ownNames, 'intent', 'searches', 'cpc'] as const;

/** Searches a month with a bar. */
export function volumeColumn(list: readonly Data[]): Column {
  const most = Math.max(1, ...list.map((row) => num(row, 'monthly_volume') ?? 0));
  return {
    ...rated('', 'monthly_volume', (value) => (
      <Measure value={value} max={most}>
        {number(value)}
      </Measure>
    )),
    ...searches,
    width: 112,
  };
}

/** The page that a row is about. */
export function pageColumn(site?: string, header = 'Page', member = 'url'): Column {
  return named(header, member, (url) => <Address url={url} site={site} />);
}

interface TableProps<Row extends RowData> extends Omit<GridProps<Row>, 'label'> {
  readonly title: string;
  readonly note?: string;
  /** Said in place of a table without rows; without it there is nothing then. */
  readonly empty?: string;
}

/** Rows under their heading. */
export function Table<Row extends RowData>({ title, note, empty, ...grid }: TableProps<Row>) {
  if (grid.rows.length === 0 && empty === undefined) return null;
  return (
    <Panel title={title} {...(note && { note })}>
      {grid.rows.length === 0 ? <Hint>{empty}</Hint> : <Grid label={title} {...grid} />}
    </Panel>
  );
}

interface ListProps extends Omit<TableProps<Data>, 'rows' | 'columns'> {
  readonly of: Data;
  /** Where the list lies in the answer. */
  readonly at: string;
  readonly columns: Columns;
}

/** A list of an answer. */
export function List({ of: data, at, columns: shown, ...table }: ListProps) {
  return <Table rows={rows(data, at)} columns={columnsOf(shown)} {...table} />;
}

interface CountsProps {
  readonly title: string;
  readonly rows: readonly (Omit<BarRow, 'text'> & Partial<Pick<BarRow, 'text'>>)[];
  readonly max?: number;
}

/** Counts of a few kinds as bars; nothing where there are none. */
export function Counts({ title, rows: list, max = 0 }: CountsProps) {
  if (list.length === 0) return null;
  return (
    <Panel title={title}>
      <BarList rows={list.map((row) => ({ text: number(row.value), ...row }))} max={max} />
    </Panel>
  );
}

import { Text } from '@mantine/core';
import { number, shortNumber, unknown, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Hint } from '../parts/text.tsx';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import { AskLink } from './ask-link.tsx';
import classes from './cells.module.css';
import { PositionChange } from './changes.tsx';
import { type Data, num, part, rows, text } from './read.ts';
import { Sparkline } from './sparkline.tsx';

/** I, N, C or T; the word is on hover and for screen readers. */
export function Intent({ name }: { readonly name: string }) {
  if (!name) return <>{unknown}</>;
  return (
    <abbr title={words(name)} className={classes.intent}>
      {name.charAt(0).toUpperCase()}
    </abbr>
  );
}

/** A position with a color one can scan for. */
export function Position({ value }: { readonly value: number | null }) {
  if (value === null) return <span className={classes.absent}>{unknown}</span>;
  return (
    <span className={classes.position} data-band={bandOf(value)}>
      {value}
    </span>
  );
}

/** Difficulty of 0-100 with the color of its third. */
export function Difficulty({ value }: { readonly value: number | null }) {
  if (value === null) return <span className={classes.absent}>{unknown}</span>;
  return (
    <span className={classes.position} data-difficulty={difficultyOf(value)}>
      {number(value)}
    </span>
  );
}

function difficultyOf(value: number): string {
  if (value < 34) return 'low';
  return value < 67 ? 'medium' : 'high';
}

interface AddressProps {
  readonly url: string;
  /** The site that the list is about anyway: its own addresses are shown without the host. */
  readonly site?: string;
}

/** An address without its scheme, the whole of it on hover. It leads to the call about the page, never out: addresses in answers are not ours to vouch for. */
export function Address({ url, site }: AddressProps) {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/u, '');
  const path = site && bare.startsWith(`${site}/`) ? bare.slice(site.length) : readableAddress(bare);
  return (
    <AskLink kind="page" about={url}>
      <Hint className={classes.address} title={url} component="span">
        <bdi>{path}</bdi>
      </Hint>
    </AskLink>
  );
}

/** A domain as its owners write it; what it is on the wire is on hover. */
export function Domain({ name }: { readonly name: string }) {
  const readable = readableDomain(name);
  return (
    <AskLink kind="domain" about={name}>
      <Text
        fw={550}
        component="bdi"
        className={classes.strong}
        {...(readable === name ? {} : { title: name })}
      >
        {readable}
      </Text>
    </AskLink>
  );
}

export function Strong({ children }: { readonly children: string }) {
  return (
    <Text fw={550} component="span" className={classes.strong}>
      {children}
    </Text>
  );
}

/** A keyword, which leads to the call about it. */
export function Keyword({ children }: { readonly children: string }) {
  return (
    <AskLink kind="keyword" about={children}>
      <Strong>{children}</Strong>
    </AskLink>
  );
}

export const keywordColumn: Column = {
  header: 'Keyword',
  value: (row) => text(row, 'keyword'),
  cell: (row) => <Keyword>{text(row, 'keyword')}</Keyword>,
};

export const intentColumn: Column = {
  header: 'Intent',
  value: (row) => text(row, 'intent'),
  cell: (row) => <Intent name={text(row, 'intent')} />,
  isMinor: true,
};

/** What Search Console counts of a row of the account's own site; of others there is nothing to show. */
export const ownColumns: readonly Column[] = [
  { header: 'Clicks', value: (row) => num(part(row, 'own'), 'clicks'), as: 'number', isQuiet: true },
  {
    header: 'Impressions',
    value: (row) => num(part(row, 'own'), 'impressions'),
    as: 'number',
    isQuiet: true,
  },
  { header: 'CTR', value: (row) => num(part(row, 'own'), 'ctr'), as: 'percent', isQuiet: true },
  {
    header: 'Avg. position',
    value: (row) => num(part(row, 'own'), 'average_position'),
    as: 'decimal',
    isQuiet: true,
  },
];

/** Columns that every list of keywords has. */
export const keywordColumns: readonly Column[] = [
  keywordColumn,
  ...ownColumns,
  intentColumn,
  { header: 'Searches a month', value: (row) => num(row, 'monthly_volume'), as: 'number' },
  { header: 'CPC', value: (row) => num(row, 'cpc_usd'), as: 'money', isMinor: true },
];

export const difficultyColumn: Column = {
  header: 'Difficulty',
  value: (row) => num(row, 'difficulty'),
  cell: (row) => <Difficulty value={num(row, 'difficulty')} />,
  as: 'number',
};

export const positionColumn = placeColumn('Position', 'position');

/** Where a site stands for the keyword of the row, with what changed since an earlier answer. */
export function placeColumn(header: string, member: string): Column {
  return {
    header,
    value: (row) => num(row, member),
    cell: (row) => (
      <>
        <PositionChange of={text(row, 'keyword')} />
        <Position value={num(row, member)} />
      </>
    ),
    as: 'number',
  };
}

/** Searches a month with a bar, so that the large ones are seen before they are read. */
export function volumeColumn(list: readonly Data[]): Column {
  const most = Math.max(1, ...list.map((row) => num(row, 'monthly_volume') ?? 0));
  return {
    header: 'Searches a month',
    as: 'number',
    value: (row) => num(row, 'monthly_volume'),
    cell: (row) => (
      <Measure value={num(row, 'monthly_volume')} max={most}>
        {number(num(row, 'monthly_volume'))}
      </Measure>
    ),
  };
}

interface MeasureProps {
  readonly value: number | null;
  readonly max: number;
  readonly children: string;
}

/** A number over a thin bar. */
export function Measure({ value, max, children }: MeasureProps) {
  return (
    <span className={classes.measure}>
      {children}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${(100 * (value ?? 0)) / max}%` }} />
      </span>
    </span>
  );
}

/** Searches by month as a line. */
export const trendColumn: Column = {
  header: 'Trend',
  width: 120,
  value: (row) => trendOf(row).at(-1) ?? null,
  cell: (row) => <Sparkline values={trendOf(row)} />,
  isMinor: true,
};

export const trafficColumn: Column = {
  header: 'Visits a month',
  value: visitsOf,
  cell: (row) => shortNumber(visitsOf(row)),
  as: 'number',
};

/** Visits a month, by either of the names that tools give them. */
export function visitsOf(row: Data): number | null {
  return num(row, 'estimated_traffic') ?? num(row, 'estimated_organic_traffic_per_month');
}

/** The page that a row is about. */
export function pageColumn(site: string): Column {
  return {
    header: 'Page',
    value: (row) => text(row, 'url'),
    cell: (row) => (text(row, 'url') ? <Address url={text(row, 'url')} site={site} /> : unknown),
  };
}

/** Monthly volumes, oldest first. */
function trendOf(row: Data): readonly (number | null)[] {
  return rows(row, 'trend')
    .toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')))
    .map((month) => num(month, 'volume'));
}

function bandOf(position: number): string {
  if (position <= 3) return 'top';
  return position <= 10 ? 'first' : 'later';
}

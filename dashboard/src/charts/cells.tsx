import { Badge, Text } from '@mantine/core';
import { money, number, shortNumber, unknown, words } from '../format.ts';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import classes from './cells.module.css';
import { PositionChange } from './changes.tsx';
import { type Data, num, rows, text } from './read.ts';
import type { Column } from './rows-table.tsx';
import { Sparkline } from './sparkline.tsx';

const intentColors: Readonly<Record<string, string>> = {
  informational: 'cyan',
  navigational: 'grape',
  commercial: 'yellow',
  transactional: 'glass',
};

export function Intent({ name }: { readonly name: string }) {
  if (!name) return <>{unknown}</>;
  return <Badge color={intentColors[name] ?? 'gray'}>{words(name)}</Badge>;
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

/** An address without its scheme; the whole of it on hover. Not a link: addresses in answers are not ours to vouch for. */
export function Address({ url, site }: AddressProps) {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/u, '');
  const path = site && bare.startsWith(`${site}/`) ? bare.slice(site.length) : readableAddress(bare);
  return (
    <Text size="sm" c="dimmed" className={classes.address} title={url} component="span">
      <bdi>{path}</bdi>
    </Text>
  );
}

/** A domain as its owners write it; what it is on the wire is on hover. */
export function Domain({ name }: { readonly name: string }) {
  const readable = readableDomain(name);
  return (
    <Text
      size="sm"
      fw={550}
      component="bdi"
      className={classes.strong}
      {...(readable === name ? {} : { title: name })}
    >
      {readable}
    </Text>
  );
}

export function Strong({ children }: { readonly children: string }) {
  return (
    <Text size="sm" fw={550} component="span" className={classes.strong}>
      {children}
    </Text>
  );
}

/** Columns that every list of keywords has. */
export const keywordColumns: readonly Column[] = [
  { header: 'Keyword', cell: (row) => <Strong>{text(row, 'keyword')}</Strong> },
  { header: 'Intent', cell: (row) => <Intent name={text(row, 'intent')} />, isMinor: true },
  { header: 'Volume', cell: (row) => number(num(row, 'monthly_volume')), isNumber: true },
  { header: 'CPC', cell: (row) => money(num(row, 'cpc_usd')), isNumber: true, isMinor: true },
];

export const difficultyColumn: Column = {
  header: 'Difficulty',
  cell: (row) => <Difficulty value={num(row, 'difficulty')} />,
  isNumber: true,
};

export const positionColumn: Column = {
  header: 'Position',
  cell: (row) => (
    <>
      <PositionChange of={text(row, 'keyword')} />
      <Position value={num(row, 'position')} />
    </>
  ),
  isNumber: true,
};

/** Searches a month with a bar, so that the large ones are seen before they are read. */
export function volumeColumn(header: string, list: readonly Data[]): Column {
  const most = Math.max(1, ...list.map((row) => num(row, 'monthly_volume') ?? 0));
  return {
    header,
    isNumber: true,
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

export const trendColumn: Column = {
  header: '12 months',
  cell: (row) => <Sparkline values={trendOf(row)} />,
  isMinor: true,
};

export const trafficColumn: Column = {
  header: 'Traffic',
  cell: (row) =>
    shortNumber(num(row, 'estimated_traffic') ?? num(row, 'estimated_organic_traffic_per_month')),
  isNumber: true,
};

/** The page that a row is about. */
export function pageColumn(site: string): Column {
  return { header: 'Page', cell: (row) => <Address url={text(row, 'url')} site={site} /> };
}

/** Monthly volumes, oldest first. */
export function trendOf(row: Data): readonly (number | null)[] {
  return rows(row, 'trend')
    .toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')))
    .map((month) => num(month, 'volume'));
}

function bandOf(position: number): string {
  if (position <= 3) return 'top';
  return position <= 10 ? 'first' : 'later';
}

import { Badge, Text } from '@mantine/core';
import { money, number, shortNumber, unknown, words } from '../format.ts';
import classes from './cells.module.css';
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

/** The end of an address; the whole of it on hover. Not a link: addresses in answers are not ours to vouch for. */
export function Address({ url }: { readonly url: string }) {
  const path = url.replace(/^https?:\/\/(?:www\.)?/u, '');
  return (
    <Text size="sm" c="dimmed" className={classes.address} title={url} component="span">
      {path}
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
  cell: (row) => <Position value={num(row, 'position')} />,
  isNumber: true,
};

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

export const pageColumn: Column = { header: 'Page', cell: (row) => <Address url={text(row, 'url')} /> };

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

import type { ReactNode } from 'react';
import type { Data } from '../charts/read.ts';
import {
  ago,
  date,
  dateTime,
  dayName,
  decimal,
  duration,
  exactNumber,
  money,
  number,
  percent,
  unknown,
} from '../format.ts';
import type { CellValue, ValueOf } from './sheet.ts';

/** A column of a grid. */
export interface Column<Row = Data> {
  readonly header: string;
  /** The whole of a shortened header, on hover. */
  readonly title?: string;
  /** What the column is sorted, filtered and copied by: a member of the row, or made of it. */
  readonly value: ValueOf<Row>;
  /** The value as it looks, where that is not plain. */
  readonly cell?: (row: Row) => ReactNode;
  /** How values are written; numbers stand at the right, so that they can be compared. */
  readonly as?: Look;
  /** The site whose addresses the values are: they are written without it. */
  readonly site?: string;
  /** Left out on a phone at first, where the others need the room. */
  readonly isMinor?: boolean;
  /** One of many alike: narrow, with its head turned. */
  readonly isNarrow?: boolean;
  /** Left out without a word where no row has a value. */
  readonly isQuiet?: boolean;
  /** Pixels at first; by the length of its texts where left out. */
  readonly width?: number;
}

/** What tells the columns of a grid apart. */
export function nameOf({ header, title }: Pick<Column, 'header' | 'title'>): string {
  return title ?? header;
}

const numbers = { number: exactNumber, whole: number, percent, decimal, money, duration };
const moments = { ago, date, dateTime, day: dayName };

export type Look = keyof typeof numbers | keyof typeof moments;

export function isOfNumbers({ as }: Pick<Column, 'as'>): boolean {
  return as !== undefined && as in numbers;
}

/** A value as its column writes it. */
export function written(value: CellValue, as: Look = 'number'): string {
  if (value === null || value === '') return unknown;
  const [ofNumber, ofMoment]: Looks = [numbers, moments];
  return typeof value === 'number' ? (ofNumber[as] ?? exactNumber)(value) : (ofMoment[as]?.(value) ?? value);
}

type Write<Value> = Readonly<Partial<Record<Look, (value: Value) => string>>>;
type Looks = readonly [Write<number>, Write<string>];

import type { ReactNode } from 'react';
import type { Data } from './read.ts';
import type { CellValue } from './sheet.ts';

/** A column of a table of an answer. */
export interface Column {
  readonly header: string;
  /** The whole of a shortened header, on hover. */
  readonly title?: string;
  /** What the column is sorted, filtered and copied by. */
  readonly value: (row: Data) => CellValue;
  /** The value as it looks, where that is not plain. */
  readonly cell?: (row: Data) => ReactNode;
  /** Numbers stand at the right, so that they can be compared. */
  readonly isNumber?: boolean;
  /** Left out on a phone at first, where the others need the room. */
  readonly isMinor?: boolean;
  /** One of many alike: narrow, with its head turned. */
  readonly isNarrow?: boolean;
}

/** What tells the columns of a table apart. */
export function nameOf({ header, title }: Pick<Column, 'header' | 'title'>): string {
  return title ?? header;
}

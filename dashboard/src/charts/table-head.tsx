import { Table, UnstyledButton } from '@mantine/core';
import { type Column, nameOf } from './column.ts';
import classes from './rows-table.module.css';
import type { Order } from './sheet.ts';

interface HeadProps {
  readonly column: Column;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order | undefined) => void;
}

/** The head of a column: a press sorts by it, a second turns the order round, a third gives the answer's own order back. */
export function TableHead({ column, order, onOrder }: HeadProps) {
  const name = nameOf(column);
  const direction = directionOf(order, name);
  return (
    <Table.Th
      ta={column.isNumber ? 'right' : 'left'}
      aria-sort={direction}
      data-narrow={column.isNarrow || undefined}
    >
      <UnstyledButton
        className={classes.head}
        data-turned={column.isNarrow || undefined}
        title={`Sort by ${name}`}
        onClick={() => onOrder(nextOrder(direction, name, column.isNumber === true))}
      >
        <span className={classes.header}>{column.header}</span>
        <span aria-hidden="true" className={classes.arrow}>
          {arrows[direction]}
        </span>
      </UnstyledButton>
    </Table.Th>
  );
}

type Direction = keyof typeof arrows;

const arrows = { ascending: '↑', descending: '↓', none: '' } as const;

function directionOf(order: Order | undefined, name: string): Direction {
  if (order?.header !== name) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

/** Numbers begin with the largest, texts with the first. */
function nextOrder(direction: Direction, header: string, isNumber: boolean): Order | undefined {
  const first: Direction = isNumber ? 'descending' : 'ascending';
  if (direction === 'none') return { header, isDescending: isNumber };
  return direction === first ? { header, isDescending: !isNumber } : undefined;
}

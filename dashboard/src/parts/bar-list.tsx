import { Anchor, Text } from '@mantine/core';
import { Link } from '../router.tsx';
import { Bar } from './bar.tsx';
import classes from './bar-list.module.css';

export interface BarRow {
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  readonly color?: string;
  /** A page of the dashboard that shows what the value is made of. */
  readonly href?: string;
}

interface BarListProps {
  readonly rows: readonly BarRow[];
  /** What a full bar stands for; the largest value where left out. */
  readonly max?: number;
  readonly note?: string;
}

/** Named values with bars: a table as a chart. */
export function BarList({ rows, max, note }: BarListProps) {
  const full = max ?? Math.max(1, ...rows.map((row) => row.value));
  return (
    <>
      <dl className={classes.list}>
        {rows.map((row) => (
          <div key={row.label} className={classes.row}>
            <dt>
              {row.href ? (
                <Anchor component={Link} href={row.href} size="sm">
                  {row.label}
                </Anchor>
              ) : (
                row.label
              )}
            </dt>
            <dd>
              <Bar share={row.value / full} color={row.color} />
              <span className={classes.text}>{row.text}</span>
            </dd>
          </div>
        ))}
      </dl>
      {note ? (
        <Text size="xs" c="dimmed" mt="sm">
          {note}
        </Text>
      ) : null}
    </>
  );
}

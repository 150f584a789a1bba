import { Bar } from './bar.tsx';
import classes from './bar-list.module.css';
import { TextLink } from './links.tsx';
import { Note } from './text.tsx';

export interface BarRow {
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  readonly color?: string | undefined;
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
            <dt>{row.href ? <TextLink href={row.href}>{row.label}</TextLink> : row.label}</dt>
            <dd>
              <Bar share={row.value / full} color={row.color} />
              <span className={classes.text}>{row.text}</span>
            </dd>
          </div>
        ))}
      </dl>
      {note ? <Note mt="sm">{note}</Note> : null}
    </>
  );
}

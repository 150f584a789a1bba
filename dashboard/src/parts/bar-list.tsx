import classes from './bar-list.module.css';
import { Note, TextLink } from './text.tsx';

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
  const full = Math.max(1, max ?? 0, ...rows.map((row) => row.value));
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

interface BarProps {
  /** Of the full width, 0 to 1. What is more than nothing is seen. */
  readonly share: number;
  readonly color?: string | undefined;
}

/** A part of a whole as a bar; its figure stands beside it. */
export function Bar({ share, color }: BarProps) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span
        className={classes.bar}
        style={{
          width: `${share > 0 ? Math.max(1, 100 * share) : 0}%`,
          ...(color ? { background: color } : {}),
        }}
      />
    </span>
  );
}

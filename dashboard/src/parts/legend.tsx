import classes from './legend.module.css';

interface LegendProps {
  readonly rows: readonly { readonly name: string; readonly value: string; readonly color: string }[];
}

/** What the colors of a drawing stand for, and what each comes to. */
export function Legend({ rows }: LegendProps) {
  return (
    <ul className={classes.legend}>
      {rows.map(({ name, value, color }) => (
        <li key={name}>
          <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
          {name} <b>{value}</b>
        </li>
      ))}
    </ul>
  );
}
